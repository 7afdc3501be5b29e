import type { Filters } from '@imagesearch/facets/filters';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { admit, billedAnswer, type Caller, type SearchAnswer, type SearchParts } from './billed-answer.js';
import { spellAndEncode } from './encode.js';
import { hydrate, type WantedUse } from './hydrate.js';
import { byCreation, headOf, orderPool, relaxedFilters, type OrderedPool } from './order.js';
import {
  deeperThan,
  nextPage,
  pageWanted,
  reachableOf,
  requireCurrent,
  type PageRequest,
  type PageWanted,
} from './page.js';
import { excludedWords, inferredFacets, readBrief, type SearchFilters } from './read-brief.js';
import { locateImageFault, type ReferenceImage } from './reference-image.js';
import { scoreTexts } from './rerank.js';
import {
  SearchRun,
  type Counted,
  type InputModality,
  type Mode,
  type SearchResult,
  type SearchStages,
  type Sort,
} from './result.js';
import { retrieve, type Found } from './retrieve.js';
import { atLeast, calibrate, strongScoreOf, type MinScore } from './scores.js';
import type { Languages } from './spell.js';

/** What a caller asks for: words, an image, or both. */
export interface SearchRequest extends WantedUse {
  query: string | null;
  reference: ReferenceImage | null;
  /** Results asked for; the plan caps them. */
  k: number;
  /** The caller's own, which always hold. */
  filters: Filters;
  /** Whether filters are read from the query's words too. */
  parseDesign: boolean;
  /** Whether words that are spelled wrong, or in another language, stay as they are. */
  exact: boolean;
  languages: Languages;
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
  const { reference, query, k } = request;
  const features = reference === null ? [] : (['image_search'] as const);
  const admitted = admit({ endpoint: 'search', features, query, k }, caller);
  const page = pageWanted(request.page, caller, parts);
  return billedAnswer(admitted, parts, call, async (reserved) => {
    requireCurrent(page);
    // Reading and spelling words costs little; an image is fetched and embedded once it is paid for.
    if (reference !== null) await reserved;
    const image = reference && (await reference.load(call));
    try {
      return await findImages({ ...request, image, k: admitted.k, page }, parts.stages, call, reserved);
    } catch (error) {
      throw reference ? locateImageFault(error, reference) : error;
    }
  });
}

/** A search with its image loaded, its page found and `k` within the plan's cap. */
export interface Brief extends Omit<SearchRequest, 'reference' | 'page'> {
  image: Uint8Array | null;
  page: PageWanted;
}

/** Finds the images of one brief: read, spell and encode, retrieve, rerank, order, hydrate. */
export async function findImages(
  brief: Brief,
  stages: SearchStages,
  call: CallContext,
  reserved?: Promise<void>,
): Promise<SearchResult> {
  const run = new SearchRun(call);
  const curves = stages.curves();
  const { image, k, page, sort, counted } = brief;

  const read = () => readBrief({ ...brief, hasImage: image !== null });
  const { words: written, filters, appliedDesign } = brief.parseDesign ? run.timeNow('parse', read) : read();
  const { spelling, vectors } = await spellAndEncode({ ...brief, words: written }, stages, run);
  await reserved;

  const { words } = spelling;
  const excluded = appliedDesign === null ? [] : excludedWords(appliedDesign);
  const limit = page.place?.poolSize ?? (brief.usableOnly ? POOL_MAX : poolSizeFor(k));
  const softMin = softMinOf(brief, filters, limit);
  const pool = { words, vectors, excluded, filters, limit, softMin, sort, counted };
  const found = await retrieve(pool, image, stages, run);

  const ranked = await rank(found, { brief, words, soft: filters.soft, curves }, stages, run);
  const { isAll, ranking, strongScore } = ranked;
  const deeper = isAll ? undefined : deeperThan(limit);
  const pageOptions = { ...page, k, poolSize: limit, deeper, scoresFall: sort === null };
  const { results, next } = await nextPage(ranked.candidates, pageOptions, (shown) =>
    run.time('hydrate', () => hydrate(shown, stages.catalogue, brief, call)),
  );
  return {
    results,
    next,
    modality: modalityOf(brief),
    mode: ranking === 'degraded' ? 'none (degraded)' : modeOf(brief),
    ranking,
    poolSize: found.candidates.length,
    reachable: reachableOf({ ...found, candidates: ranked.candidates }, { isAll }),
    strongScore,
    reranked: ranked.reranked,
    backend: found.backend,
    counts: counted.length === 0 ? null : found.counts,
    relaxed: relaxedFilters(results, filters.soft),
    appliedDesign,
    spelling,
    timingMs: run.timingMs(),
  };
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
  curves: ReturnType<SearchStages['curves']>;
}

/** Reranks, orders and scores a pool. */
async function rank(
  { candidates, hyponyms, matching }: Found,
  { brief, words, soft, curves }: RankedFor,
  stages: SearchStages,
  run: SearchRun,
): Promise<RankedPool> {
  const { k, sort, minScore } = brief;
  const head = words === '' ? [] : headOf(candidates, { k });
  const texts = { words, hyponyms };
  const scores =
    head.length === 0 ? null : await run.time('rerank', () => scoreTexts(texts, head, stages, run.call));
  const ordered = orderPool(candidates, scores, { soft, k });
  const compared = { hasWords: words !== '', hasImage: brief.image !== null, ranking: ordered.ranking };
  const strongScore = strongScoreOf(compared);
  const calibrated = calibrate(ordered.candidates, compared, await curves);
  const scored = atLeast(minScore, strongScore, calibrated);
  // A larger pool has only weaker matches, and another order by date.
  const isSorted = sort !== null && (compared.hasWords || compared.hasImage);
  return {
    ...ordered,
    candidates: sort === null ? scored : byCreation(scored, sort),
    strongScore,
    isAll: isSorted || scored.length < candidates.length || matching === undefined,
  };
}

/** The pool is this many times the answer, so that the reranker has something to choose from … */
const POOL_PER_RESULT = 3;
/** … and never so small that a good image in the second list is lost, nor so large that reranking dominates. */
const POOL_MIN = 100;
const POOL_MAX = 300;

function poolSizeFor(k: number): number {
  return Math.min(POOL_MAX, Math.max(POOL_MIN, k * POOL_PER_RESULT));
}

/** Images that were withdrawn and are still in the index: it loses them within a moment. */
const WITHDRAWN_MAX = 20;

/** How many images that meet the soft filters make it needless to look at others. */
function softMinOf(
  { page, k, usableOnly }: Pick<Brief, 'page' | 'k' | 'usableOnly'>,
  { soft }: SearchFilters,
  limit: number,
): number {
  // What was read from the words is weighed against the subject, and any number may turn out not to be usable.
  if (usableOnly || inferredFacets(soft).length > 0) return limit + 1;
  return (page.place?.seen.size ?? 0) + k + WITHDRAWN_MAX;
}

function modalityOf({ query, image }: Brief): InputModality {
  if (image === null) return 'text';
  return query === null ? 'image' : 'image_text';
}

function modeOf({ query, image }: Brief): Mode {
  if (image === null) return query === null ? 'none' : 'text';
  return query === null ? 'image' : 'multimodal';
}
