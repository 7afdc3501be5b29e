import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { catchAssetFailure } from '../pipeline/asset-failure.js';
import { ingestAsset, type IngestDeps } from '../pipeline/ingest-asset.js';
import { writePoints } from '../pipeline/write-points.js';
import type { Journal, JournalledPoint } from '../runs/journal.js';
import type { Executor, Outcome, VersionedAsset } from './executor.js';

/** Assets compared with what is stored, and points written to the index, in one call. */
const BATCH_ASSETS = 64;
/** Images in flight at once: enough to keep rendering, two models and storage busy on a small machine. */
const CONCURRENCY = 4;

export interface LocalExecutorOptions extends IngestDeps {
  journal: Journal;
  concurrency?: number | undefined;
}

export function createLocalExecutor({
  journal,
  concurrency = CONCURRENCY,
  ...deps
}: LocalExecutorOptions): Executor {
  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: async (assets, onSettled) => {
      const points: JournalledPoint[] = [];
      const settle = async (versioned: VersionedAsset): Promise<Outcome> => {
        const outcome = await ingestOrReport(versioned, deps);
        if (outcome.kind === 'added') {
          await journal.add(outcome.entry);
          points.push(outcome.entry);
        }
        onSettled();
        return outcome;
      };
      const outcomes = await mapConcurrently(assets, concurrency, settle);
      await writePoints(points, deps);
      await journal.clear();
      return outcomes;
    },
    close: () => Promise.resolve(),
  };
}

type AssetOutcome = { kind: 'added'; entry: JournalledPoint } | Exclude<Outcome, { kind: 'added' }>;

/** Ingests one asset; what is added still has to be written to the index. @throws when the failure concerns the run. */
export function ingestOrReport(
  { asset, contentVersion }: VersionedAsset,
  deps: IngestDeps,
): Promise<AssetOutcome> {
  return catchAssetFailure(async () => {
    const { point, modelFingerprint, sentenceDimensions } = await ingestAsset(asset, contentVersion, deps);
    return point === undefined
      ? ({ kind: 'withdrawn' } as const)
      : ({ kind: 'added', entry: { modelFingerprint, sentenceDimensions, point } } as const);
  }, deps.signal);
}
