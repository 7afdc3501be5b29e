import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { catchAssetFailure } from '../pipeline/asset-failure.js';
import type { IngestDeps } from '../pipeline/ingest-asset.js';
import type { Executor, Outcome, VersionedAsset } from './executor.js';

const BATCH_ASSETS = 64;
const FILES_AT_ONCE = 4;

/** Changes nothing: reads the local files and predicts the outcome of each asset. */
export function createDryExecutor(deps: Pick<IngestDeps, 'loadImage' | 'signal'>): Executor {
  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: (assets, onSettled) =>
      mapConcurrently(assets, FILES_AT_ONCE, async (versioned) => {
        const outcome = await predictOutcome(versioned, deps);
        onSettled();
        return outcome;
      }),
    close: () => Promise.resolve(),
  };
}

/** A dry run sends no request to a third party, so only local files are read. */
function predictOutcome(
  { asset: { image } }: VersionedAsset,
  { loadImage, signal }: Pick<IngestDeps, 'loadImage' | 'signal'>,
): Promise<Outcome> {
  return catchAssetFailure(async () => {
    if ('path' in image) await loadImage(image, signal);
    return { kind: 'added' } as const;
  }, signal);
}
