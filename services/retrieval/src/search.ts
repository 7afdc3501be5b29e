import { unmetBy, type Condition } from '@imagesearch/facets/conditions';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { byScoreThenId, type Candidate, type RankedList } from './index/candidate.js';
import type { Filter, IndexReads, ListPlace, Order, QueryVector } from './index/vector-index.js';
import { imagesContaining } from './rank/containing-image.js';
import { collapseDuplicates, LOOK_PARTS } from './rank/duplicates.js';
import { fuse, LIST_WEIGHT } from './rank/fusion.js';
import { preferPalette, type Palettes } from './rank/palette.js';
import {
  closeCopies,
  putFirst,
  sameImages,
  type QueryLook,
  type RecognisedImage,
} from './rank/same-image.js';
import { termsOf } from './words/terms.js';

/** What every search asks for, whatever it ranks by. */
interface Wanted {
  /** Hard ones: what fails one is left out. */
  filters: readonly Filter[];
  /** What fails one is found only where fewer than `softMin` candidates meet them all. */
  softFilters: readonly Condition[];
  softMin: number;
  /** `#rrggbb`: preferred, never required. */
  paletteNear: string | undefined;
  limit: number;
}

export interface SearchQuery extends Wanted {
  words: string;
  /** Further words, which match like those of the query. */
  hyponyms: readonly string[];
  vectors: readonly WeightedVector[];
  modelFingerprint: string | undefined;
  /** An indexed image to search by instead of vectors; it is not in the answer. */
  seed: string | undefined;
  /** Puts the query image itself first, or what it is cut out of, where that is indexed; undefined seeks neither. */
  sameImage: QueryLook | undefined;
}

export interface WeightedVector extends QueryVector {
  weight: number | undefined;
}

/** What a search found. */
interface Found {
  candidates: Candidate[];
  /** How many points satisfy the hard filters; undefined where the candidates are all that match. */
  matching: number | undefined;
}

/**
 * Retrieves each list under the same filters, fuses them by rank, prefers the wanted colour, collapses near-duplicates.
 * @throws AppError `seed_not_indexed`
 */
export async function search(points: IndexReads, query: SearchQuery, call: CallContext): Promise<Found> {
  const { sameImage, seed } = query;
  const listLimit = listLimitOf(query.limit);
  const terms = [...new Set([query.words, ...query.hyponyms].flatMap(termsOf))];
  const vectors = seed === undefined ? query.vectors : [await vectorOfSeed(points, seed)];
  return searchSoftly(points, query, call, {
    listLimit,
    lists: async (filters) => {
      // A small copy is often not among the nearest hundred, and a seed is the nearest to itself.
      const limit = sameImage ? LIST_LIMIT_MAX : listLimit + Number(seed !== undefined);
      const lists = await points.retrieve({ terms, vectors, filters, listLimit: limit }, call);
      return seed === undefined ? lists : lists.map((list) => without(seed, list));
    },
    rank: (lists) =>
      fuse(
        lists.map((list) => {
          const vector = vectors.find(({ name }) => name === list.name);
          const kind = vector === undefined || vector.target === 'image' ? list.name : AMONG_TEXTS;
          return { ...list, weight: vector?.weight ?? LIST_WEIGHT, kind };
        }),
      ),
    recognise: async (lists) => (sameImage ? recognise(sameImage, nearestImages(lists, query), points) : []),
  });
}

async function vectorOfSeed(points: IndexReads, assetId: string): Promise<WeightedVector> {
  const seed = (await points.read([assetId], ['image'])).get(assetId);
  if (seed !== undefined) return { name: 'image', target: 'image', values: seed.image, weight: undefined };
  throw new AppError('seed_not_indexed', 'The asset is not in the index.', { ctx: { asset_id: assetId } });
}

function without(assetId: string, { name, candidates }: RankedList): RankedList {
  return { name, candidates: candidates.filter((candidate) => candidate.assetId !== assetId) };
}

/** The caption of an image and its place by sight, both compared with the vector of the words. */
const AMONG_TEXTS = 'among texts';

/** Any images that satisfy the filters. Only a wanted colour ranks them. */
export function listUnranked(points: IndexReads, query: Wanted, call: CallContext): Promise<Found> {
  const listLimit = query.paletteNear === undefined ? listLimitOf(query.limit) : LIST_LIMIT_MAX;
  return searchSoftly(points, query, call, {
    listLimit,
    lists: async (filters) => [
      { name: UNRANKED_LIST, candidates: await points.list({ filters, listLimit }, call) },
    ],
    rank: ([list]) => [...(list?.candidates ?? [])],
  });
}

const UNRANKED_LIST = 'any';

/** The images that satisfy the filters by date, each of them; after them those that fail a soft filter. */
export async function listByDate(
  points: IndexReads,
  { filters, softFilters, limit, order, after }: ListedByDate,
  call: CallContext,
): Promise<Found> {
  const list = (more: readonly Filter[], place: ListPlace | undefined, listLimit: number) =>
    listLimit === 0
      ? []
      : points.list({ filters: [...filters, ...more], listLimit, order, after: place }, call);
  const meeting = after?.isUnmet === true ? [] : await list(softFilters, after, limit);
  const place = after?.isUnmet === true ? after : undefined;
  const failing: Filter = { kind: 'fails', conditions: softFilters };
  const others = softFilters.length === 0 ? [] : await list([failing], place, limit - meeting.length);
  const unmet = await withUnmet(points, others, () => true, softFilters);
  return { candidates: [...meeting, ...unmet], matching: await points.count(filters, call) };
}

export interface ListedByDate extends Pick<Wanted, 'filters' | 'softFilters' | 'limit'> {
  order: Order;
  after: (ListPlace & { isUnmet: boolean }) | undefined;
}

/** How a kind of search ranks. */
interface RankedSearch {
  /** What is found under these filters; a list keeps its scores whatever the filters are. */
  lists: (filters: readonly Filter[]) => Promise<RankedList[]>;
  /** Candidates of a list that count; the lists may be longer. */
  listLimit: number;
  /** One ranking of all lists. */
  rank: (lists: readonly RankedList[]) => Candidate[];
  /** Images that come first. */
  recognise?: (lists: readonly RankedList[]) => Promise<RecognisedImage[]>;
}

/**
 * The best under all filters. Where that are too few, the best under the hard ones alone as well, ranked together: each
 * candidate then says which soft filters it does not meet.
 */
async function searchSoftly(
  points: IndexReads,
  wanted: Wanted,
  call: CallContext,
  { lists, listLimit, rank, recognise = () => Promise.resolve([]) }: RankedSearch,
): Promise<Found> {
  const { filters, softFilters, softMin, limit } = wanted;
  const withMatching = async (candidates: Candidate[], from: readonly RankedList[]): Promise<Found> => {
    const isCut = candidates.length >= limit || from.some((list) => list.candidates.length >= listLimit);
    return { candidates, matching: isCut ? await points.count(filters, call) : undefined };
  };
  const meeting = await lists([...filters, ...softFilters]);
  if (softFilters.length === 0 || softMin <= limit) {
    const heads = meeting.map((list) => ({ ...list, candidates: list.candidates.slice(0, listLimit) }));
    const recognised = await recognise(meeting);
    const found = await finish(points, rank(heads), { ...wanted, recognised });
    if (softFilters.length === 0 || found.length >= softMin) return withMatching(found, meeting);
  }
  const all = joined(meeting, await lists(filters));
  const meets = new Set(meeting.flatMap(({ candidates }) => candidates.map(({ assetId }) => assetId)));
  const isLesser = (assetId: string) => !meets.has(assetId);
  const ranked = headOf(rank(all), isLesser, 2 * limit);
  const recognised = await recognise(all);
  const found = await finish(points, ranked, { ...wanted, limit: 2 * limit, recognised, isLesser });
  return withMatching(await withUnmet(points, found, isLesser, softFilters), all);
}

/** Each list once, with the candidates of both. */
function joined(one: readonly RankedList[], other: readonly RankedList[]): RankedList[] {
  return one.map(({ name, candidates }) => {
    const more = other.find((list) => list.name === name)?.candidates ?? [];
    const byId = new Map([...candidates, ...more].map((candidate) => [candidate.assetId, candidate]));
    return { name, candidates: [...byId.values()].sort(byScoreThenId) };
  });
}

/** The first candidates of all, and the first of those that meet the soft filters. */
function headOf(
  ranked: readonly Candidate[],
  isLesser: (assetId: string) => boolean,
  limit: number,
): Candidate[] {
  const head = new Set(ranked.slice(0, limit));
  const meeting = ranked.filter(({ assetId }) => !isLesser(assetId)).slice(0, limit);
  for (const candidate of meeting) head.add(candidate);
  return ranked.filter((candidate) => head.has(candidate));
}

async function withUnmet(
  points: IndexReads,
  candidates: readonly Candidate[],
  isLesser: (assetId: string) => boolean,
  softFilters: readonly Condition[],
): Promise<Candidate[]> {
  const read = await points.read(idsOf(candidates).filter(isLesser), ['facets']);
  return candidates.map((candidate) => {
    const lesser = read.get(candidate.assetId);
    if (lesser === undefined) return candidate;
    const { facets } = lesser;
    return { ...candidate, unmet: unmetBy((facet) => facets[facet], softFilters) };
  });
}

const LIST_LIMIT_MAX = 1_000;
/** Shorter lists often miss an image that is good in two lists but first in none. */
const LIST_LIMIT_MIN = 100;

/** Twice the pool, because the lists overlap only partly. */
function listLimitOf(limit: number): number {
  return Math.min(LIST_LIMIT_MAX, Math.max(LIST_LIMIT_MIN, 2 * limit));
}

interface Finishing extends Pick<Wanted, 'paletteNear' | 'limit'> {
  recognised: readonly RecognisedImage[];
  isLesser?: (assetId: string) => boolean;
}

/** Prefers the wanted colour, puts recognised images first and shows each image once. */
async function finish(
  points: IndexReads,
  ranked: readonly Candidate[],
  { paletteNear, limit, recognised, isLesser }: Finishing,
): Promise<Candidate[]> {
  const preferred =
    paletteNear === undefined ? ranked : preferPalette(ranked, await palettesOf(points, ranked), paletteNear);
  const candidates = putFirst(preferred, recognised);
  const looksOf = (assetIds: readonly string[]) => points.read(assetIds, LOOK_PARTS);
  return collapseDuplicates(candidates, { looksOf, limit, ...(isLesser && { isLesser }) });
}

/** What the lists of image vectors hold, each image once, the nearest first. */
function nearestImages(lists: readonly RankedList[], { vectors }: SearchQuery): Candidate[] {
  const names = new Set(vectors.filter(({ target }) => target === 'image').map(({ name }) => name));
  const found = lists.filter(({ name }) => names.has(name)).flatMap(({ candidates }) => candidates);
  return [...new Map(found.map((candidate) => [candidate.assetId, candidate])).values()];
}

/** Those of the candidates, the nearest first, that are the query image; where none is, those that it is cut out of. */
async function recognise(
  look: QueryLook,
  nearest: readonly Candidate[],
  points: IndexReads,
): Promise<RecognisedImage[]> {
  const close = closeCopies(nearest, look);
  const compared = look.localFeatures.length === 0 ? [] : nearest.slice(0, COMPARED_MAX);
  const palettes = await palettesOf(points, [...close.map(({ candidate }) => candidate), ...compared]);
  const same = sameImages(close, palettes, look);
  if (same.length > 0) return same.map((candidate) => ({ candidate, as: 'isSameImage' }));
  const features = await points.read(idsOf(compared), ['localFeatures']);
  return imagesContaining(compared, features, palettes, look);
}

async function palettesOf(points: IndexReads, candidates: readonly Candidate[]): Promise<Palettes> {
  const read = await points.read(idsOf(candidates), ['facets']);
  return new Map(Array.from(read, ([assetId, { facets }]) => [assetId, facets.palette]));
}

const idsOf = (candidates: readonly Candidate[]): string[] => candidates.map(({ assetId }) => assetId);

/** Reading and comparing the local features of one image takes a fraction of a millisecond. */
const COMPARED_MAX = 30;
