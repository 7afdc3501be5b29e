import { createSemaphore, mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { inFileLane } from '../images/lanes.js';
import { servedImage } from '../images/served-image.js';
import { catchAssetFailure } from '../pipeline/asset-failure.js';
import { decodeAll, embeddingCopy } from '../pipeline/embedding-copy.js';
import type { IngestDeps } from '../pipeline/ingest-asset.js';
import type { Executor, Outcome, VersionedAsset } from './executor.js';

const BATCH_ASSETS = 64;
const FILES_AT_ONCE = 4;

/** Changes nothing: reads and decodes the local files, and predicts the outcome of each asset. */
export function createDryExecutor(deps: Pick<IngestDeps, 'loadImage' | 'signal'>): Executor {
  // Batches overlap.
  const inWork = createSemaphore(FILES_AT_ONCE);
  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: (assets, onSettled) =>
      mapConcurrently(assets, FILES_AT_ONCE, async (versioned) => {
        const outcome = await inWork.run(() => predictOutcome(versioned, deps));
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
    if ('path' in image)
      await inFileLane(image, async () => {
        const { file } = await servedImage(await loadImage(image, signal), signal);
        const { image: copy } = await embeddingCopy(file, signal);
        // A smaller copy was made of the whole image. Any other image is decoded by the services first.
        if (copy === file) await decodeAll(file, signal);
      });
    return { kind: 'added' } as const;
  }, signal);
}
