import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Filters } from '@imagesearch/facets/filters';
import { neverRising } from './blend.js';
import type { Recalled } from './ports.js';
import { relaxToFill, type Pool } from './relax.js';
import type { SearchResult } from './result.js';
import { hydrate, hasTimeToRelax, type SearchStages } from './search.js';
import { StageTimer } from './stage-timer.js';
import { constraintsOf } from './understand.js';

export interface SimilarBrief {
  /** The seed; never in its own answer. */
  assetId: string;
  k: number;
  filters: Filters;
}

/** Above `k` by what may fall out at hydration because it was taken down since. */
const POOL_MARGIN = 20;
const RECALL_TIMEOUT_MS = 4_000;
const SEED_TIMEOUT_MS = 3_000;

/** The pictures nearest to one in the index, by sight alone: no words, no reranking. */
export async function similar(
  brief: SimilarBrief,
  stages: Pick<SearchStages, 'recall' | 'catalogue'>,
  call: CallContext,
): Promise<SearchResult> {
  const timer = new StageTimer();
  const [{ pool, recalled, relaxed }] = await Promise.all([
    relaxToFill(constraintsOf(brief.filters), brief.k, {
      run: (filters) => recallAndHydrate(brief, filters, stages, timer, call),
      count: async (filters, limit) =>
        (await recall(brief.assetId, filters, limit, stages, timer, call)).candidates.length,
      hasTime: () => hasTimeToRelax(call),
    }),
    requireSeed(brief.assetId, stages.catalogue, call),
  ]);
  return {
    hits: neverRising(pool).slice(0, brief.k),
    modality: 'image',
    mode: 'none',
    ranking: 'none',
    poolSize: pool.length,
    reranked: 0,
    backend: recalled.backend,
    relaxed,
    appliedDesign: null,
    timingMs: timer.timingMs(),
  };
}

/** An asset that was taken down answers nothing any more, although the index may still hold it for a while. */
async function requireSeed(
  assetId: string,
  catalogue: SearchStages['catalogue'],
  call: CallContext,
): Promise<void> {
  const [seed] = await catalogue.assets([assetId], within(call, SEED_TIMEOUT_MS));
  if (seed) return;
  throw new AppError('seed_not_indexed', 'The asset is not in the index.', { ctx: { asset_id: assetId } });
}

async function recallAndHydrate(
  { assetId, k }: SimilarBrief,
  filters: Filters,
  stages: Pick<SearchStages, 'recall' | 'catalogue'>,
  timer: StageTimer,
  call: CallContext,
): Promise<Pool> {
  const recalled = await recall(assetId, filters, k + POOL_MARGIN, stages, timer, call);
  const pool = await timer.time('hydrate', () => hydrate(recalled, stages.catalogue, call));
  return { pool, recalled };
}

function recall(
  assetId: string,
  filters: Filters,
  limit: number,
  stages: Pick<SearchStages, 'recall'>,
  timer: StageTimer,
  call: CallContext,
): Promise<Recalled> {
  return timer.time('retrieve', () =>
    stages.recall.similar(assetId, filters, limit, within(call, RECALL_TIMEOUT_MS)),
  );
}
