import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';
import { staleAssets, type VersionedAsset } from '../pipeline/compare.js';
import type { Executor, Outcome } from '../pipeline/executor.js';
import type { Services } from '../pipeline/service-calls.js';
import { itemSchema } from '../sources/source.js';

/** Enough for many workers, and little for Redis to hold. */
const BATCH_ASSETS = 500;
const CHECK_INTERVAL_MS = 1_000;

const JOB_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  // The command takes the outcome of a finished job; of a killed command it goes with time.
  removeOnComplete: { age: 3_600 },
  removeOnFail: true,
};

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
  const queue = new Queue(queueName, { connection });
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
    const outcomes = await enqueue(assets, queue, modelFingerprint);
    outcomes.forEach(onSettled);
    while (outcomes.size < assets.length) {
      await sleep(CHECK_INTERVAL_MS);
      if ((await queue.getWorkersCount()) === 0) onNoWorkers?.();
      const pending = assets.filter((asset) => !outcomes.has(asset));
      for (const [asset, outcome] of await outcomesOf(pending, queue, services)) {
        outcomes.set(asset, outcome);
        onSettled();
      }
    }
    return assets.map((asset) => outcomes.get(asset) ?? GIVEN_UP);
  };
  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: (...work) => untilAborted(settleAll(...work), services.signal),
    close,
  };
}

type Outcomes = Map<VersionedAsset, Outcome>;

/** @returns the outcomes of those that cannot go through a queue. */
async function enqueue(
  assets: readonly VersionedAsset[],
  queue: Queue,
  modelFingerprint: string,
): Promise<Outcomes> {
  const refused: Outcomes = new Map();
  const jobs = assets.flatMap((versioned) => {
    try {
      const opts = { ...JOB_OPTIONS, jobId: jobIdOf(versioned) };
      return [{ name: versioned.asset.assetId, data: toJob(versioned, modelFingerprint), opts }];
    } catch (error) {
      if (!(error instanceof AssetFault)) throw error;
      refused.set(versioned, { kind: 'failed', reason: error.message });
      return [];
    }
  });
  // A finished job of a killed command would stand for this one. One that a worker has stays.
  await Promise.all(jobs.map(({ opts }) => queue.remove(opts.jobId)));
  await queue.addBulk(jobs);
  return refused;
}

/** Of the jobs that have ended. One that is gone succeeded if the stores hold its asset. */
async function outcomesOf(
  pending: readonly VersionedAsset[],
  queue: Queue,
  services: Services,
): Promise<Outcomes> {
  const ended: Outcomes = new Map();
  const gone: VersionedAsset[] = [];
  const settle = async (asset: VersionedAsset): Promise<void> => {
    const job = await queue.getJob(jobIdOf(asset));
    if (job === undefined) gone.push(asset);
    else if (job.finishedOn !== undefined) {
      ended.set(asset, outcomeOf(job.returnvalue));
      await queue.remove(jobIdOf(asset));
    }
  };
  await Promise.all(pending.map(settle));
  const stale = new Set((await staleAssets(gone, services)).map(jobIdOf));
  for (const asset of gone) ended.set(asset, stale.has(jobIdOf(asset)) ? GIVEN_UP : { kind: 'added' });
  return ended;
}

const GIVEN_UP: Outcome = { kind: 'failed', reason: 'a worker gave up on it; its log says why' };

function outcomeOf(returned: unknown): Outcome {
  const { success, data } = outcomeSchema.safeParse(returned);
  return success ? data : { kind: 'failed', reason: 'the worker did not return an outcome' };
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** A connection that waits for Redis to come back: the queue's long reads need this. */
export function connect(redisUrl: string): Redis {
  return new Redis(redisUrl, { maxRetriesPerRequest: null });
}

const imageSchema = z.union([
  z.strictObject({ path: z.string() }),
  z.strictObject({ url: z.string() }),
  z.strictObject({ svgPath: z.string(), edgePx: z.number().int().min(1).max(4_096) }),
]);

const jobSchema = z.object({
  /** The model that the version was computed for. */
  modelFingerprint: z.string(),
  contentVersion: z.string(),
  asset: itemSchema.extend({ image: imageSchema }),
});

/** One asset to ingest: what its source says and a reference to its image, never the image itself. */
type IngestJob = z.output<typeof jobSchema>;

/** @throws AssetFault when only this process can produce the image. */
export function toJob({ asset, contentVersion }: VersionedAsset, modelFingerprint: string): IngestJob {
  const { success, data } = jobSchema.safeParse({ modelFingerprint, contentVersion, asset });
  if (!success) throw new AssetFault('its image exists in this process only and cannot go through a queue');
  return data;
}

/** @throws ZodError when the queue's data is not one of our jobs. */
export function readJob(data: unknown): IngestJob {
  return jobSchema.parse(data);
}

/** The same asset in the same version is the same job, however often it is added. */
export function jobIdOf({ asset, contentVersion }: VersionedAsset): string {
  return createHash('sha256').update(`${asset.assetId}\n${contentVersion}`).digest('hex');
}

/** What a worker returns. The queue retries thrown errors; an outcome is final. */
const outcomeSchema = z.union([
  z.object({ kind: z.enum(['added', 'withdrawn']) }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
