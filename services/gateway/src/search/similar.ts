import type { Filters } from '@imagesearch/facets/filters';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { admit, billedAnswer, type Caller, type SearchAnswer, type SearchParts } from './billed-answer.js';
import { hydrate, type WantedUse } from './hydrate.js';
import { orderPool, relaxedFilters } from './order.js';
import {
  deeperThan,
  nextPage,
  PAGED_MAX,
  pageWanted,
  reachableOf,
  requireCurrent,
  type PageRequest,
  type PageWanted,
} from './page.js';
import { searchFilters } from './read-brief.js';
import { SearchRun, type SearchResult, type SearchStages } from './result.js';
import { RETRIEVE_TIMEOUT_MS } from './retrieve.js';
import { atLeast, calibrate, strongScoreOf, type MinScore } from './scores.js';

export interface SimilarRequest extends WantedUse {
  /** The seed; never in its own answer. */
  assetId: string;
  /** Results asked for; the plan caps them. */
  k: number;
  /** The caller's own, which always hold. */
  filters: Filters;
  /** Results below it are left out; 0 leaves out none. */
  minScore: MinScore;
  page: PageRequest;
}

/** Answers with the images nearest to one of the index: admit, reserve, retrieve, hydrate, present, settle. */
export async function similar(
  request: SimilarRequest,
  caller: Caller,
  parts: SearchParts,
  call: CallContext,
): Promise<SearchAnswer> {
  const asked = { endpoint: 'similar', features: ['similar_search'], query: null, k: request.k } as const;
  const admitted = admit(asked, caller);
  const page = pageWanted(request.page, caller, parts);
  return billedAnswer(admitted, parts, call, async (reserved) => {
    requireCurrent(page);
    await reserved;
    // For a key with bounds, an image that it may not see must not take longer to refuse than one that does not exist.
    if (caller.bounds !== null) await requireSeed(request.assetId, parts.stages.catalogue, call);
    return findSimilar({ ...request, k: admitted.k, page }, parts.stages, call);
  });
}

/**
 * Candidates above the results of all pages so far. Hydration drops those that were withdrawn since they were indexed, and
 * one that is left over says that there is another page.
 */
const POOL_MARGIN = 20;
/** Any number of images may turn out not to be usable. */
const POOL_USABLE = 300;
const SEED_TIMEOUT_MS = 3_000;

/** Compares pixels alone: no words, no reranking. */
async function findSimilar(
  { assetId, k, filters, page, minScore, ...wantedUse }: Omit<SimilarRequest, 'page'> & { page: PageWanted },
  { retriever, catalogue, curves }: SearchStages,
  call: CallContext,
): Promise<SearchResult> {
  const run = new SearchRun(call);
  const knownCurves = curves();
  const wanted = (page.place?.seen.size ?? 0) + k + POOL_MARGIN;
  const limit = wantedUse.usableOnly ? (page.place?.poolSize ?? POOL_USABLE) : Math.min(PAGED_MAX, wanted);
  const { hard, soft } = searchFilters(filters);
  const pool = { filters: { hard, soft }, limit, softMin: wantedUse.usableOnly ? limit + 1 : wanted };
  const [found] = await Promise.all([
    run.time('retrieve', () => retriever.similar(assetId, pool, within(call, RETRIEVE_TIMEOUT_MS))),
    requireSeed(assetId, catalogue, call),
  ]);
  const { candidates, backend } = found;
  const { candidates: ordered, ranking } = orderPool(candidates, null, { soft, k });
  const compared = { hasWords: false, hasImage: true, ranking };
  const strongScore = strongScoreOf(compared);
  const scored = atLeast(minScore, strongScore, calibrate(ordered, compared, await knownCurves));
  const isAll = scored.length < candidates.length || found.matching === undefined;
  const deeper = isAll ? undefined : deeperThan(limit);
  const { results, next } = await nextPage(scored, { ...page, k, poolSize: limit, deeper }, (shown) =>
    run.time('hydrate', () => hydrate(shown, catalogue, wantedUse, call)),
  );
  return {
    results,
    next,
    modality: 'image',
    mode: 'none',
    ranking,
    poolSize: candidates.length,
    reachable: reachableOf({ ...found, candidates: scored }, { isAll }),
    strongScore,
    reranked: 0,
    backend,
    counts: null,
    relaxed: relaxedFilters(results, soft),
    appliedDesign: null,
    spelling: null,
    timingMs: run.timingMs(),
  };
}

/** The index may hold a withdrawn asset for a while; it must not answer as a seed. */
async function requireSeed(
  assetId: string,
  catalogue: SearchStages['catalogue'],
  call: CallContext,
): Promise<void> {
  const [seed] = await catalogue.assets([assetId], within(call, SEED_TIMEOUT_MS));
  if (seed) return;
  throw new AppError('seed_not_indexed', 'The asset is not in the index.', { ctx: { asset_id: assetId } });
}
