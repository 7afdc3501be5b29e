import type { Candidate as WireCandidate, QueryVectorInput } from '@imagesearch/contracts/messages';
import type { RetrievalClient } from '@imagesearch/contracts/clients';
import { FACET_NAMES, snakeCase } from '@imagesearch/facets/facets';
import type { Filters } from '@imagesearch/facets/filters';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Catalogue } from '../assets/asset.js';
import { backendFromWire } from '../health/readiness.js';
import { MATCHES, type Candidate, type Counted, type Sort } from './candidate.js';
import type { Encoder, ImageEmbedding, QueryVectors, TextEmbedding } from './encode.js';
import type { ListedPlace } from './page.js';
import type { SearchFilters } from './read-brief.js';
import type { Envelope } from './envelope.js';
import type { SearchRun } from './run.js';

/** A word of a query that no image holds, and words for what it names that some do: "footwear", "boot", "sandal". */
export interface Hyponyms {
  word: string;
  hyponyms: string[];
}

export interface Found {
  /** Best first. */
  candidates: Candidate[];
  /** How many images satisfy the hard filters, about; undefined where the candidates are all that match. */
  matching: number | undefined;
  backend: Envelope['backend'];
  hyponyms: readonly Hyponyms[];
  counts: Envelope['facets'];
}

export interface RetrievalQuery {
  filters: SearchFilters;
  /** Candidates wanted at most. */
  limit: number;
  /** With fewer that meet every soft filter, those that do not are found too. */
  softMin: number;
  /** With no words, no vector and no seed all images that satisfy the filters rank alike. */
  words: string;
  vectors: QueryVectors;
  /** The indexed image that the others are compared with; null for a search by words or by an image of the caller. */
  seed: string | null;
  /** What the words rule out: images whose words hold all words of an entry are left out. */
  excluded: string[];
  /** Says of each candidate when it was made; with no words and no vector the pool is the next images in this order. */
  sort: Sort | null;
  /** Of a list by date: the image that it goes on after. */
  after?: ListedPlace | undefined;
  counted: readonly Counted[];
  /** Of images that the caller sees, where it does not see all: hyponyms are words of these alone. */
  seen: Filters | undefined;
}

/** What a search asks of the index, whatever part of it a page needs. */
export type WantedImages = Omit<RetrievalQuery, 'limit' | 'softMin' | 'sort' | 'after'>;

/**
 * @param localFeatures Of the image: those that it is cut out of come first. None seeks no such image.
 * @throws AppError `seed_not_indexed`
 */
export type SearchIndex = (
  query: RetrievalQuery,
  localFeatures: string[],
  call: CallContext,
) => Promise<Found>;

const RETRIEVE_TIMEOUT_MS = 4_000;
const DESCRIBE_TIMEOUT_MS = 5_000;
const SEED_TIMEOUT_MS = 3_000;

/**
 * The index may hold a withdrawn asset for a while; it must not answer as a seed. Asked before the index, so that an image that a
 * key may not see takes no longer to refuse than one that does not exist.
 */
export async function requireSeed(
  assetId: string,
  { catalogue }: { catalogue: Catalogue },
  call: CallContext,
): Promise<void> {
  const [seed] = await catalogue.assets([assetId], within(call, SEED_TIMEOUT_MS));
  if (seed) return;
  throw new AppError('seed_not_indexed', 'The asset is not in the index.', { ctx: { asset_id: assetId } });
}

/** What finds candidates. */
export interface Retrieving {
  searchIndex: SearchIndex;
  encoder: Encoder;
  logger: Logger;
}

/**
 * The candidates of a search. Only when an image alone is searched by and is not indexed itself are its local features
 * computed, to find the images that it is cut out of.
 */
export async function retrieve(
  query: RetrievalQuery,
  image: Buffer | null,
  stages: Retrieving,
  run: SearchRun,
): Promise<Found> {
  const searchWith = async (localFeatures: string[]): Promise<Found> => {
    const call = within(run.call, RETRIEVE_TIMEOUT_MS);
    try {
      return await run.time('retrieve', () => stages.searchIndex(query, localFeatures, call));
    } catch (error) {
      // The index may have changed its model: the next try takes vectors of the new one.
      if (error instanceof AppError && error.code === 'model_mismatch') stages.encoder.forget();
      throw error;
    }
  };
  const found = await searchWith([]);
  const isIndexed = found.candidates.some(({ isSameImage }) => isSameImage === true);
  if (image === null || query.words !== '' || isIndexed) return found;
  const localFeatures = await run.time('encode', () => localFeaturesOf(image, stages, run.call));
  return localFeatures.length === 0 ? found : searchWith(localFeatures);
}

/** None when the service cannot compute them. The search then finds no image that this one is cut out of. */
async function localFeaturesOf(
  image: Buffer,
  { encoder, logger }: Pick<Retrieving, 'encoder' | 'logger'>,
  call: CallContext,
): Promise<string[]> {
  try {
    return await encoder.localFeatures(image, within(call, DESCRIBE_TIMEOUT_MS));
  } catch (error) {
    logger.warn({ err: error, requestId: call.requestId }, 'the local features of an image are missing');
    return [];
  }
}

/** Facets by their names on the wire. */
const FACET_CALLED = new Map(FACET_NAMES.map((facet) => [snakeCase(facet), facet]));

/** The list on the wire of each match. */
const LISTS = { words: 'words', meaning: 'caption', sight: 'sight', image: 'image' } as const;
/** Below that of the other lists, because the final score reads the cosine itself; see docs/benchmarks/relevance.md. */
const CAPTION_WEIGHT = 0.5;
const ORDERS = { newest: 'ORDER_NEWEST', oldest: 'ORDER_OLDEST' } as const;

export function createSearchIndex(client: Pick<RetrievalClient, 'searchPoints'>): SearchIndex {
  return async ({ words, vectors, excluded, sort, after, counted, seen, ...query }, localFeatures, call) => {
    const { text, image } = vectors;
    const hasWords = words.trim() !== '';
    const likeness = hasWords ? undefined : image?.likeness;
    const request = {
      words,
      vectors: queryVectorsOf(vectors),
      modelFingerprint: commonFingerprint(text, image),
      seed: query.seed ?? '',
      filters: { ...query.filters.hard },
      softFilters: { ...query.filters.soft },
      limit: query.limit,
      softMin: query.softMin,
      excludedWords: excluded,
      // With words, the wanted image is like the one given, but as the words say.
      sameImage: likeness === undefined ? null : { ...likeness, localFeatures },
      order: sort === null ? ('ORDER_UNSPECIFIED' as const) : ORDERS[sort],
      ...(after && { after: definedPlace(after) }),
      counted: [...counted],
      ...(seen && { seen: { ...seen } }),
    };
    const answer = await client.searchPoints(request, call);
    return {
      candidates: answer.candidates.map((wire) => candidateFromWire(wire, text)),
      matching: answer.matching,
      backend: backendFromWire(answer.backend),
      hyponyms: answer.hyponyms,
      counts: Object.fromEntries(answer.counts.map(({ property, values }) => [property, values])),
    };
  };
}

function definedPlace({ createdMs, ...place }: ListedPlace) {
  return { ...place, ...(createdMs !== undefined && { createdMs }) };
}

function candidateFromWire(wire: WireCandidate, text: TextEmbedding | undefined): Candidate {
  const { ranks } = wire;
  const { caption, sight: seen, image } = wire.similarities;
  const sight = seen && seen * (text?.sightWeight ?? 1);
  const seesAll = text?.crossModal === true;
  return {
    assetId: wire.assetId,
    score: wire.score,
    duplicates: wire.duplicates,
    similarities: { caption, sight, image },
    matched: MATCHES.filter((match) => ranks[LISTS[match]] !== undefined),
    sightRank: seesAll ? ranks[LISTS.sight] : undefined,
    unmet: wire.unmet.flatMap((name) => FACET_CALLED.get(name) ?? []),
    // Ranking sets it in copies: adding a field to a copy takes thirty times as long as setting one.
    rerankScore: undefined,
    isSameImage: wire.sameImage,
    containsImage: wire.containsImage,
    ...(wire.paletteCloseness !== undefined && { paletteCloseness: wire.paletteCloseness }),
    ...(wire.createdMs !== undefined && { createdMs: wire.createdMs }),
    ...(wire.texts && { texts: wire.texts }),
  };
}

function queryVectorsOf({ text, image }: QueryVectors): QueryVectorInput[] {
  return [
    ...queryVector(LISTS.meaning, 'TARGET_CAPTION', text?.values, CAPTION_WEIGHT),
    ...queryVector(LISTS.sight, text?.crossModal === true ? 'TARGET_IMAGE' : 'TARGET_SIGHT', text?.sight),
    ...queryVector(LISTS.image, 'TARGET_IMAGE', image?.values),
  ];
}

/** None for an empty vector. */
function queryVector(
  name: string,
  target: NonNullable<QueryVectorInput['target']>,
  values: number[] = [],
  weight = 1,
): QueryVectorInput[] {
  return values.length === 0 ? [] : [{ name, target, vector: { values }, weight }];
}

/** @throws AppError `model_mismatch` when the model changed between the words, which are cached, and the image. */
function commonFingerprint(text: TextEmbedding | undefined, image: ImageEmbedding | undefined): string {
  if (text && image && text.fingerprint !== image.fingerprint) {
    throw new AppError('model_mismatch', 'The words and the image were embedded by different models.', {
      ctx: { words: text.fingerprint, image: image.fingerprint },
    });
  }
  return (text ?? image)?.fingerprint ?? '';
}
