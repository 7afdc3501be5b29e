import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { catchAssetFailure } from '../pipeline/asset-failure.js';
import { ingestAsset, type IngestDeps } from '../pipeline/ingest-asset.js';
import type { Journal, JournalledPoint } from '../runs/journal.js';
import type { Executor, Outcome, VersionedAsset } from './executor.js';
import { createPointWriter } from './point-writer.js';

/** Assets compared with what is stored in one call. */
const BATCH_ASSETS = 64;
/** Images in flight at once: enough to keep rendering, two models and storage busy on a small machine. */
const CONCURRENCY = 4;
/** How long a point waits for others before it is searchable. */
const WRITE_WAIT_MS = 2_000;

export interface LocalExecutorOptions extends IngestDeps {
  journal: Journal;
  concurrency?: number | undefined;
}

/** Images of several batches share what may be in flight, so that none waits for the last one of a batch. */
export function createLocalExecutor({
  journal,
  concurrency = CONCURRENCY,
  ...deps
}: LocalExecutorOptions): Executor {
  const inFlight = createSemaphore(concurrency);
  const writer = createPointWriter({ ...deps, waitMs: WRITE_WAIT_MS });
  const unwritten = new Set<JournalledPoint>();
  let failure: Error | undefined;

  const ingestOne = (versioned: VersionedAsset): Promise<AssetOutcome> =>
    inFlight.run(async () => {
      // The first failure ends the run.
      if (failure !== undefined) throw failure;
      const outcome = await ingestOrReport(versioned, deps);
      if (outcome.kind === 'added') {
        unwritten.add(outcome.entry);
        await journal.add(outcome.entry);
      }
      return outcome;
    });

  const settle = async (versioned: VersionedAsset, onIngested: () => void): Promise<Outcome> => {
    try {
      const outcome = await ingestOne(versioned);
      const writing = outcome.kind === 'added' ? writer.write(outcome.entry) : undefined;
      onIngested();
      await writing;
      if (outcome.kind === 'added') unwritten.delete(outcome.entry);
      return outcome;
    } catch (error) {
      failure ??= error as Error;
      writer.flush();
      throw error;
    }
  };

  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: async (assets, onSettled) => {
      let left = assets.length;
      const onIngested = (): void => {
        onSettled();
        left -= 1;
        if (left === 0) writer.flush();
      };
      const outcomes = await allOrFirstFailure(assets.map((versioned) => settle(versioned, onIngested)));
      await journal.replace([...unwritten]);
      return outcomes;
    },
    close: () => Promise.resolve(),
  };
}

/** Waits for all. @throws the first failure. */
async function allOrFirstFailure<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

type AssetOutcome = { kind: 'added'; entry: JournalledPoint } | Exclude<Outcome, { kind: 'added' }>;

/** Ingests one asset; what is added still has to be written to the index. @throws when the failure concerns the run. */
export function ingestOrReport(
  { asset, contentVersion }: VersionedAsset,
  deps: IngestDeps,
): Promise<AssetOutcome> {
  return catchAssetFailure(async () => {
    const { point, modelFingerprint, dimensions } = await ingestAsset(asset, contentVersion, deps);
    return point === undefined
      ? ({ kind: 'withdrawn' } as const)
      : ({ kind: 'added', entry: { modelFingerprint, dimensions, point } } as const);
  }, deps.signal);
}
