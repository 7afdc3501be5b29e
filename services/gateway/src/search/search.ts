import { contractNameOf, type Filters } from '@imagesearch/facets/filters';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { admit, billedAnswer, type Caller, type SearchAnswer, type SearchParts } from './billed-answer.js';
import type { Counted, Sort } from './candidate.js';
import { spellAndEncode } from './encode.js';
import type { Envelope } from './envelope.js';
import type { BoundFilters } from '../keys/bounds.js';
import { hydrate, shownWhere, type WantedUse } from './hydrate.js';
import { listedPage } from './list.js';
import { byCreation, headOf, orderPool, relaxedFilters, type OrderedPool } from './order.js';
import {
  nextPage,
  pageWanted,
  reachableOf,
  requireCurrent,
  type PageRequest,
  type PageWanted,
} from './page.js';
import { presentDesign } from './present.js';
import { excludedWords, inferredFacets, readBrief } from './read-brief.js';
import { locateImageFault, type ReferenceImage } from './reference-image.js';
import type { FoundPage, SearchResult, SearchStages, Shown } from './result.js';
import { requireSeed, retrieve, type Found, type WantedImages } from './retrieve.js';
import { SearchRun } from './run.js';
import { atLeast, calibrate, strongScoreOf, type MinScore, type ScoreCurves } from './scores.js';
import type { Wording } from './spell.js';

/** What a caller asks for: words, an image, or both; or the images nearest to one of the index. */
export interface SearchRequest extends WantedUse, Wording {
  query: string | null;
  reference: ReferenceImage | null;
  /** The asset to compare with, which is never in its own answer. There are no words and no image then. */
  seed: string | null;
  /** Results asked for; the plan caps them. */
  k: number;
  /** The caller's own, which always hold. */
  filters: Filters;
  /** What the key may see, and where `usableOnly`, what is usable. */
  within: BoundFilters;
  /** Whether filters are read from the query's words too. */
  parseDesign: boolean;
  /** Results below it are left out; 0 leaves out none. */
  minScore: MinScore;
  /** By date instead of by relevance; null is by relevance. */
  sort: Sort | null;
  /** Properties whose values are counted. */
  counted: readonly Counted[];
  page: PageRequest;
}

/** Answers one search: admit, reserve, find images, present, settle. */
export async function search(
  request: SearchRequest,
  caller: Caller,
  parts: SearchParts,
  call: CallContext,
): Promise<SearchAnswer> {
  const { reference, seed, query, k } = request;
  const { stages } = parts;
  const admitted = admit(
    seed === null
      ? { endpoint: 'search', feature: reference && 'image_search', query, k }
      : { endpoint: 'similar', feature: 'similar_search', query, k },
    caller,
  );
  const page = pageWanted(request.page, caller, parts);
  return billedAnswer(admitted, parts, call, async (reserved) => {
    requireCurrent(page);
    // Reading and spelling words costs little; an image is fetched and embedded once it is paid for.
    if (reference !== null || seed !== null) await reserved;
    if (seed !== null) await requireSeed(seed, stages, call);
    const image = reference && (await reference.load(call));
    try {
      return await findImages({ ...request, image, k: admitted.k, page }, stages, call, reserved);
    } catch (error) {
      throw reference ? locateImageFault(error, reference) : error;
    }
  });
}

/** A search with its image loaded, its page found and `k` within the plan's cap. */
export interface Brief extends Omit<SearchRequest, 'reference' | 'page'> {
  image: Buffer | null;
  page: PageWanted;
}

/** Finds the images of one brief: read, spell and encode, retrieve, rerank, order, score, hydrate. */
export async function findImages(
  brief: Brief,
  stages: SearchStages,
  call: CallContext,
  reserved?: Promise<void>,
): Promise<SearchResult> {
  const run = new SearchRun(call);
  const curves = stages.curves();
  const { seed, counted } = brief;

  const read = () => readBrief({ ...brief, hasImage: hasImage(brief) });
  const asRead = brief.parseDesign ? await run.time('parse', () => Promise.resolve(read())) : read();
  const { words: written, filters, appliedDesign } = asRead;
  const spelt = seed === null ? await spellAndEncode({ ...brief, words: written }, stages, run) : null;
  await reserved;

  const { words, ...spelling } = spelt?.spelling ?? { words: '' };
  const query = {
    words,
    vectors: spelt?.vectors ?? {},
    seed,
    excluded: appliedDesign === null ? [] : excludedWords(appliedDesign),
    filters,
    counted,
    seen: brief.seen,
  };
  const where = shownWhere(brief, filters, stages.reportStale);
  const shown: Shown = (candidates) =>
    run.time('hydrate', () => hydrate(candidates, stages.catalogue, where, call));
  const isListed = words === '' && !hasImage(brief) && filters.hard.paletteNear === undefined;
  const page = isListed
    ? await listedPage(brief, query, shown, stages, run)
    : await rankedPage(brief, query, { shown, curves: await curves }, stages, run);
  const relaxed = relaxedFilters(page.results, filters.soft);
  const facts: SearchResult['facts'] = {
    ...factsOf(brief, page),
    timing_ms: run.timingMs(),
    ...(relaxed.length > 0 && { relaxed: relaxed.map(contractNameOf) }),
    ...(appliedDesign && { applied_design: presentDesign(appliedDesign) }),
    ...spelling,
  };
  return { results: page.results, next: page.next, facts };
}

function factsOf(brief: Brief, { results, found, reachable, ranking, reranked, strongScore }: FoundPage) {
  const isDegraded = ranking === 'degraded';
  return {
    input_modality: modalityOf(brief),
    count: results.length,
    strong_count: strongScore && results.filter(({ score }) => score >= strongScore).length,
    strong_score: strongScore,
    reachable,
    mode: isDegraded ? 'none (degraded)' : modeOf(brief),
    ranking,
    ...(isDegraded && { degraded: true as const }),
    pool_size: found.candidates.length,
    reranked,
    ...(brief.counted.length > 0 && { facets: found.counts }),
    backend: found.backend,
  } satisfies Partial<SearchResult['facts']>;
}

/** The best images of a pool: retrieve, rerank, order, score, hydrate. */
async function rankedPage(
  brief: Brief,
  query: WantedImages,
  { shown, curves }: { shown: Shown; curves: ScoreCurves },
  stages: SearchStages,
  run: SearchRun,
): Promise<FoundPage> {
  const { k, page, sort } = brief;
  const { soft } = query.filters;
  const limit = page.place?.poolSize ?? poolSizeFor(brief);
  const pool = { ...query, limit, softMin: softMinOf(brief, soft, limit), sort };
  const found = await retrieve(pool, brief.image, stages, run);
  const ranked = await rank(found, { brief, words: query.words, soft, limit, curves }, stages, run);
  const pageOptions = { ...page, k, poolSize: limit, isAll: ranked.isAll, scoresFall: sort === null };
  const reachable = reachableOf(ranked.candidates.length, ranked.isAll ? undefined : found.matching);
  return { ...(await nextPage(ranked.candidates, pageOptions, shown)), ...ranked, found, reachable };
}

interface RankedPool extends OrderedPool {
  strongScore: number | null;
  /** Whether no larger pool holds what these pages may go on with. */
  isAll: boolean;
}

interface RankedFor {
  brief: Brief;
  /** After spelling. */
  words: string;
  soft: Filters;
  /** Of the pool. */
  limit: number;
  curves: ScoreCurves;
}

/** Reranks, orders and scores a pool. */
async function rank(
  { candidates, hyponyms, matching }: Found,
  { brief, words, soft, limit, curves }: RankedFor,
  stages: SearchStages,
  run: SearchRun,
): Promise<RankedPool> {
  const { k, sort, minScore } = brief;
  const head = words === '' ? [] : headOf(candidates, { k });
  const texts = { words, hyponyms };
  const scores =
    head.length === 0 ? null : await run.time('rerank', () => stages.rerank(texts, head, run.call));
  const ordered = orderPool(candidates, scores, { soft, k });
  const compared = { hasWords: words !== '', hasImage: hasImage(brief), ranking: ordered.ranking };
  const strongScore = strongScoreOf(compared);
  const scored = atLeast(minScore, strongScore, calibrate(ordered.candidates, compared, curves));
  return {
    ...ordered,
    // The images of one pool in another order: a larger one has only weaker matches.
    candidates: sort === null ? scored : byCreation(scored.slice(0, limit), sort),
    strongScore,
    isAll: sort !== null || scored.length < candidates.length || matching === undefined,
  };
}

/** The pool is this many times the answer, so that the reranker has something to choose from … */
const POOL_PER_RESULT = 3;
/** … and never so small that a good image in the second list is lost, nor so large that reranking dominates. */
const POOL_MIN = 100;
const POOL_MAX = 300;

function poolSizeFor({ k, seed }: Brief): number {
  // An image that is indexed is compared in one list, and nothing is reranked.
  const least = seed === null ? POOL_MIN : k + WITHDRAWN_MAX;
  return Math.min(POOL_MAX, Math.max(least, k * POOL_PER_RESULT));
}

/** Images that were withdrawn and are still in the index: it loses them within a moment. */
const WITHDRAWN_MAX = 20;

/** How many images that meet the soft filters make it needless to look at others. */
function softMinOf({ page, k, sort }: Brief, soft: Filters, limit: number): number {
  // What was read from the words is weighed against the subject.
  if (inferredFacets(soft).length > 0) return limit + 1;
  // All pages are of one pool.
  if (sort !== null) return limit;
  return (page.place?.seen.size ?? 0) + k + WITHDRAWN_MAX;
}

const hasImage = ({ image, seed }: Brief): boolean => image !== null || seed !== null;

function modalityOf(brief: Brief): Envelope['input_modality'] {
  if (!hasImage(brief)) return 'text';
  return brief.query === null ? 'image' : 'image_text';
}

function modeOf({ query, image }: Brief): Envelope['mode'] {
  if (image === null) return query === null ? 'none' : 'text';
  return query === null ? 'image' : 'multimodal';
}
