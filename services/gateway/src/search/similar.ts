import type { Filters } from '@imagesearch/facets/filters';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { admit, billedAnswer, type Caller, type SearchAnswer, type SearchParts } from './billed-answer.js';
import { Hydration } from './hydrate.js';
import type { Candidate } from './candidate.js';
import type { SearchStages } from './ports.js';
import {
  filtersOfPage,
  nextPage,
  pageWanted,
  requireCurrent,
  type PageRequest,
  type PageWanted,
} from './paging/pages.js';
import { relaxToFill } from './relax.js';
import { inRetrievalOrder } from './rerank.js';
import type { SearchResult } from './result.js';
import { atLeast, calibrate } from './scores/calibrate.js';
import { StageTimer } from './stage-timer.js';
import { withoutWithdrawn } from './timed-stages.js';
import { hasTimeToRelax, RECALL_TIMEOUT_MS } from './timeouts.js';
import { searchFilters } from './understand.js';

export interface SimilarRequest {
  /** The seed; never in its own answer. */
  assetId: string;
  /** Results asked for; the plan caps them. */
  k: number;
  /** The caller's own, never relaxed. */
  filters: Filters;
  /** Results below it are left out; 0 leaves out none. */
  minScore: number;
  page: PageRequest;
}

/** Answers with the images nearest to one of the index: admit, reserve, recall, relax, hydrate, present, settle. */
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
    return findSimilar({ ...request, k: admitted.k, page }, parts.stages, call);
  });
}

/**
 * Candidates above the results of all pages so far. Hydration drops those that were withdrawn since they were indexed, and
 * one that is left over says that there is another page.
 */
const POOL_MARGIN = 20;
/** As in a search: pages end here. */
const POOL_MAX = 300;
const SEED_TIMEOUT_MS = 3_000;

/** Compares pixels alone: no words, no reranking. */
async function findSimilar(
  { assetId, k, filters, page, minScore }: Omit<SimilarRequest, 'page'> & { page: PageWanted },
  stages: Pick<SearchStages, 'recall' | 'catalogue' | 'curves'>,
  call: CallContext,
): Promise<SearchResult> {
  const timer = new StageTimer();
  const curves = stages.curves();
  const seen = page.place?.seen.size ?? 0;
  const poolSize = Math.max(k, Math.min(POOL_MAX, seen + k + POOL_MARGIN));
  const hydration = new Hydration(stages.catalogue, call);
  const living = (candidates: readonly Candidate[]) =>
    timer.time('hydrate', () => hydration.living(candidates));
  const hydrate = (candidates: readonly Candidate[]) =>
    timer.time('hydrate', () => hydration.hydrate(candidates));
  const relaxing = relaxToFill(filtersOfPage(searchFilters(filters), page), k, {
    recall: async (filters) => {
      const { candidates, backend } = await timer.time('retrieve', () =>
        stages.recall.similar(assetId, filters, poolSize, within(call, RECALL_TIMEOUT_MS)),
      );
      return { candidates: await withoutWithdrawn(candidates, seen + k, living), backend };
    },
    count: (filterSets) =>
      timer.time('retrieve', () =>
        stages.recall.count(
          { filterSets, words: '', exceptAssetId: assetId },
          within(call, RECALL_TIMEOUT_MS),
        ),
      ),
    hasTime: () => hasTimeToRelax(call),
  });
  const [pool] = await Promise.all([relaxing, requireSeed(assetId, stages.catalogue, call)]);
  const ranked = inRetrievalOrder(pool.candidates);
  const compared = { hasWords: false, hasImage: true, ranking: ranked.ranking };
  const scored = atLeast(minScore, calibrate(ranked.candidates, compared, await curves));
  const relaxed = page.place?.relaxed ?? pool.relaxed;
  return {
    ...(await nextPage(scored, { ...page, k, poolSize, relaxed }, hydrate)),
    modality: 'image',
    mode: 'none',
    ranking: 'none',
    poolSize: pool.candidates.length,
    reranked: 0,
    backend: pool.backend,
    relaxed,
    appliedDesign: null,
    spelling: null,
    timingMs: timer.timingMs(),
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
