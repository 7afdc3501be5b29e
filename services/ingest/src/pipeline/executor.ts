import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { type AssetFailure, catchAssetFailure } from '../asset-failure.js';
import type { VersionedAsset } from './compare.js';
import { ingestAsset, type IngestDeps, inFileLane, type WithheldAsset } from './ingest-asset.js';
import { openFile } from './open-image.js';
import { PointBatches, type ModelPoint } from './write-points.js';

export type Outcome = { kind: 'added' } | ({ kind: 'withdrawn' } & WithheldAsset) | AssetFailure;

/** Ingests assets: in this process, or through a queue that workers serve. */
export interface Executor {
  /** How many assets it uses well at once. */
  batchAssets: number;
  /**
   * Outcomes in the order given, once the index holds all added assets. `onSettled` is called for each finished one.
   */
  ingestAll(assets: readonly VersionedAsset[], onSettled: () => void): Promise<Outcome[]>;
  close(): Promise<void>;
}

/** Assets compared with what is stored in one call. */
const BATCH_ASSETS = 64;
/** Images in flight at once: enough to keep rendering, two models and storage busy on a small machine. */
const CONCURRENCY = 4;

/** @param dryRun Changes nothing: reads and decodes the local files, and predicts the outcome of each asset. */
export function createLocalExecutor(deps: IngestDeps, dryRun: boolean, concurrency = CONCURRENCY): Executor {
  const settle: (versioned: VersionedAsset, deps: IngestDeps) => Promise<Outcome & { entry?: ModelPoint }> =
    dryRun ? predictOutcome : ingestOrReport;
  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: async (assets, onSettled) => {
      const points = new PointBatches(deps.services);
      const outcomes = await mapConcurrently(assets, concurrency, async (versioned) => {
        const outcome = await settle(versioned, deps);
        if (outcome.entry !== undefined) await points.add(outcome.entry);
        onSettled();
        return outcome;
      });
      await points.flush();
      return outcomes;
    },
    close: () => Promise.resolve(),
  };
}

type AssetOutcome = { kind: 'added'; entry: ModelPoint } | Exclude<Outcome, { kind: 'added' }>;

/** Ingests one asset; what is added still has to be written to the index. @throws when the failure concerns the run. */
export function ingestOrReport(versioned: VersionedAsset, deps: IngestDeps): Promise<AssetOutcome> {
  return catchAssetFailure(async () => {
    const entry = await ingestAsset(versioned, deps);
    return 'withheldBy' in entry
      ? { kind: 'withdrawn' as const, ...entry }
      : { kind: 'added' as const, entry };
  }, deps.services.signal);
}

/** A dry run sends no request to a third party, so only local files are read. */
function predictOutcome(
  { asset: { image } }: VersionedAsset,
  { loadImage, services: { signal } }: IngestDeps,
): Promise<Outcome> {
  return catchAssetFailure(async () => {
    if ('path' in image)
      await inFileLane(image, async () => {
        await openFile(await loadImage(image, signal), { cutsPlace: false }, signal);
      });
    return { kind: 'added' } as const;
  }, signal);
}
