import type { Filters } from '@imagesearch/facets/filters';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { hydrate } from './hydrate.js';
import { relaxToFill } from './relax.js';
import { inRetrievalOrder } from './rerank.js';
import type { SearchResult } from './result.js';
import type { SearchStages } from './search.js';
import { StageTimer } from './stage-timer.js';
import { hasTimeToRelax, RECALL_TIMEOUT_MS } from './timeouts.js';
import { searchFilters } from './understand.js';

export interface SimilarBrief {
  /** The seed; never in its own answer. */
  assetId: string;
  k: number;
  filters: Filters;
}

/** Above `k` by what may fall out at hydration because it was withdrawn since. */
const POOL_MARGIN = 20;
const SEED_TIMEOUT_MS = 3_000;

/** The images nearest to one in the index, by sight alone: no words, no reranking. */
export async function similar(
  { assetId, k, filters }: SimilarBrief,
  stages: Pick<SearchStages, 'recall' | 'catalogue'>,
  call: CallContext,
): Promise<SearchResult> {
  const timer = new StageTimer();
  const relaxing = relaxToFill(searchFilters(filters), k, {
    recall: async (filters) => {
      const { candidates, backend } = await timer.time('retrieve', () =>
        stages.recall.similar(assetId, filters, k + POOL_MARGIN, within(call, RECALL_TIMEOUT_MS)),
      );
      return {
        candidates: await timer.time('hydrate', () => hydrate(candidates, stages.catalogue, call)),
        backend,
      };
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
  return {
    results: inRetrievalOrder(pool.candidates).candidates.slice(0, k),
    modality: 'image',
    mode: 'none',
    ranking: 'none',
    poolSize: pool.candidates.length,
    reranked: 0,
    backend: pool.backend,
    relaxed: pool.relaxed,
    appliedDesign: null,
    timingMs: timer.timingMs(),
  };
}

/** A withdrawn asset answers nothing any more, although the index may still hold it for a while. */
async function requireSeed(
  assetId: string,
  catalogue: SearchStages['catalogue'],
  call: CallContext,
): Promise<void> {
  const [seed] = await catalogue.assets([assetId], within(call, SEED_TIMEOUT_MS));
  if (seed) return;
  throw new AppError('seed_not_indexed', 'The asset is not in the index.', { ctx: { asset_id: assetId } });
}
