import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from '../domain/candidate.js';
import { fuse, LIST_WEIGHT, WORDS_LIST, type RankedList } from '../domain/fusion.js';
import type { QueryLook } from '../domain/same-image.js';
import { termsOf } from '../domain/terms.js';
import type { QueryVector, VectorIndex } from '../domain/vector-index.js';
import { finish, type Wanted } from './finish.js';
import { containingAmong, knownImages, nearestCompared } from './known-images.js';
import { defaultListLimit, LIST_LIMIT_MAX } from './list-limits.js';

export interface SearchQuery extends Wanted {
  words: string;
  /** Further words, which match like those of the query. */
  kinds: readonly string[];
  vectors: readonly WeightedVector[];
  modelFingerprint: string | undefined;
  listLimit: number | undefined;
  wordsWeight: number | undefined;
  /** Puts the query image itself first, or what it is cut out of, where that is indexed; undefined seeks neither. */
  sameImage: QueryLook | undefined;
  /** Whether candidates carry their texts. */
  withTexts: boolean;
}

export interface WeightedVector extends QueryVector {
  weight: number | undefined;
}

export interface Found {
  candidates: Candidate[];
  /** The images that local features are compared with, the nearest first; none where no same image is sought. */
  nearest: readonly string[];
  /** Nothing was searched, because no image that was named contains the query image. */
  isUnchanged: boolean;
}

/** Recalls each list under the same filters, fuses them by rank, prefers the wanted colour, collapses near-duplicates. */
export async function search(index: VectorIndex, query: SearchQuery, call: CallContext): Promise<Found> {
  const listLimit = query.listLimit ?? defaultListLimit(query.limit);
  const { sameImage } = query;
  const containing =
    sameImage && sameImage.nearest.length > 0
      ? await containingAmong(sameImage.nearest, sameImage, index, call)
      : undefined;
  if (containing?.length === 0) return UNCHANGED;
  const recalled = await index.recall(
    {
      terms: [...new Set([query.words, ...query.kinds].flatMap(termsOf))],
      vectors: query.vectors,
      modelFingerprint: query.modelFingerprint,
      filters: query.filters,
      // A small copy is often not among the nearest hundred.
      listLimit: sameImage ? LIST_LIMIT_MAX : listLimit,
      withPalette: query.paletteNear !== undefined || sameImage !== undefined,
      withTexts: query.withTexts,
    },
    call,
  );
  const weights = new Map([
    [WORDS_LIST, query.wordsWeight],
    ...query.vectors.map(({ name, weight }) => [name, weight] as const),
  ]);
  const weighted = recalled.map(({ name, candidates }) => ({
    name,
    candidates: candidates.slice(0, listLimit),
    weight: weights.get(name) ?? LIST_WEIGHT,
  }));
  const nearest = sameImage ? nearestImages(recalled, query) : [];
  const known = sameImage && (await knownImages(nearest, { ...sameImage, containing }, index, call));
  const candidates = await finish(index, fuse(weighted), query, call, known);
  return { candidates, nearest: nearestCompared(nearest), isUnchanged: false };
}

const UNCHANGED: Found = { candidates: [], nearest: [], isUnchanged: true };

/** What the lists of image vectors hold, each image once, the nearest first. */
function nearestImages(lists: readonly RankedList[], { vectors }: SearchQuery): Candidate[] {
  const names = new Set(vectors.filter(({ target }) => target === 'image').map(({ name }) => name));
  const found = lists.filter(({ name }) => names.has(name)).flatMap(({ candidates }) => candidates);
  return [...new Map(found.map((candidate) => [candidate.assetId, candidate])).values()];
}
