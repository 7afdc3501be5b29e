import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { staleAssets, type VersionedAsset } from '../pipeline/compare.js';
import type { Executor, Outcome } from '../pipeline/executor.js';
import type { Services } from '../pipeline/service-calls.js';

/** Enough for many workers, and little for Redis to hold. */
const BATCH_ASSETS = 500;
const CHECK_INTERVAL_MS = 1_000;

/** The command takes the outcome of a job that has ended; of a killed command it goes with time. */
const KEPT = { age: 3_600 };
const JOB_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  removeOnComplete: KEPT,
  removeOnFail: KEPT,
};

/** One asset to ingest: what its source says and a reference to its image, never the image itself. */
export interface IngestJob extends Pick<VersionedAsset, 'asset' | 'contentVersion'> {
  /** The model that the version was computed for. */
  modelFingerprint: string;
}

type IngestQueue = Queue<IngestJob, Outcome>;

interface QueueExecutorOptions {
  redisUrl: string;
  /** Of the model that the embedding service runs. */
  modelFingerprint: string;
  services: Services;
  queueName: string;
  /** Called every second while jobs wait and no worker serves the queue. */
  onNoWorkers?: (() => void) | undefined;
}

/**
 * When this process dies, the workers finish the jobs in the queue, and a later run finds them. Undefined without
 * workers.
 */
export async function openQueueExecutor({
  redisUrl,
  queueName,
  modelFingerprint,
  services,
  onNoWorkers,
}: QueueExecutorOptions): Promise<Executor | undefined> {
  const connection = connect(redisUrl);
  const queue: IngestQueue = new Queue(queueName, { connection });
  // A lost connection comes back by itself.
  queue.on('error', () => undefined);
  const close = async (): Promise<void> => {
    await queue.close();
    connection.disconnect();
  };
  if ((await queue.getWorkersCount()) === 0) {
    await close();
    return undefined;
  }
  const settleAll: Executor['ingestAll'] = async (assets, onSettled) => {
    const outcomes: Outcomes = new Map();
    await enqueue(assets, queue, modelFingerprint);
    while (outcomes.size < assets.length) {
      await sleep(CHECK_INTERVAL_MS);
      if ((await queue.getWorkersCount()) === 0) onNoWorkers?.();
      const pending = assets.filter((asset) => !outcomes.has(asset));
      for (const [asset, outcome] of await outcomesOf(pending, queue, services)) {
        outcomes.set(asset, outcome);
        onSettled();
      }
    }
    return assets.map((asset) => outcomes.get(asset) ?? LOST);
  };
  // Whatever waits for a Redis that is away.
  const stopped = aborted(services.signal);
  stopped.catch(() => undefined);
  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: (...work) => Promise.race([settleAll(...work), stopped]),
    close,
  };
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

async function enqueue(
  assets: readonly VersionedAsset[],
  queue: IngestQueue,
  modelFingerprint: string,
): Promise<void> {
  const jobs = assets.map((versioned) => {
    const { asset, contentVersion } = versioned;
    const opts = { ...JOB_OPTIONS, jobId: jobIdOf(versioned) };
    return { name: asset.assetId, data: { asset, contentVersion, modelFingerprint }, opts };
  });
  // A finished job of a killed command would stand for this one. One that a worker has stays.
  await Promise.all(jobs.map(({ opts }) => queue.remove(opts.jobId)));
  await queue.addBulk(jobs);
}

type Outcomes = Map<VersionedAsset, Outcome>;

/** Of the jobs that have ended. One that is gone succeeded if the stores hold its asset. */
async function outcomesOf(
  pending: readonly VersionedAsset[],
  queue: IngestQueue,
  services: Services,
): Promise<Outcomes> {
  const ended: Outcomes = new Map();
  const gone: VersionedAsset[] = [];
  const settle = async (asset: VersionedAsset): Promise<void> => {
    const job = await queue.getJob(jobIdOf(asset));
    if (job === undefined) gone.push(asset);
    else if (job.finishedOn !== undefined) {
      const { failedReason: reason } = job;
      ended.set(
        asset,
        reason ? { kind: 'failed', reason: `a worker gave up on it: ${reason}` } : job.returnvalue,
      );
      await queue.remove(jobIdOf(asset));
    }
  };
  await Promise.all(pending.map(settle));
  const stale = new Set((await staleAssets(gone, services)).map(jobIdOf));
  for (const asset of gone) ended.set(asset, stale.has(jobIdOf(asset)) ? LOST : { kind: 'added' });
  return ended;
}

const LOST: Outcome = { kind: 'failed', reason: 'the queue lost it; run the command again' };

/** A connection that waits for Redis to come back: the queue's long reads need this. */
export function connect(redisUrl: string): Redis {
  return new Redis(redisUrl, { maxRetriesPerRequest: null });
}

/** The same asset in the same version is the same job, however often it is added. */
function jobIdOf({ asset, contentVersion }: VersionedAsset): string {
  return createHash('sha256').update(`${asset.assetId}\n${contentVersion}`).digest('hex');
}
