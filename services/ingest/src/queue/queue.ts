import { createHash } from 'node:crypto';
import { Queue, QueueEvents, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';
import { staleAssets, type VersionedAsset } from '../pipeline/compare.js';
import type { Executor, Outcome } from '../pipeline/executor.js';
import type { Services } from '../pipeline/service-calls.js';
import { itemSchema } from '../sources/source.js';

/** Enough for many workers, and little for Redis to hold. */
const BATCH_ASSETS = 500;
/** How often the queue is checked, in addition to its events. */
const CHECK_INTERVAL_MS = 2_000;

const JOB_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  // A job that stays would block a later job of the same version.
  removeOnComplete: true,
  removeOnFail: true,
};

interface QueueExecutorOptions {
  redisUrl: string;
  /** Of the model that the embedding service runs. */
  modelFingerprint: string;
  services: Services;
  queueName: string;
  /** Called every few seconds while jobs wait and no worker serves the queue. */
  onNoWorkers?: (() => void) | undefined;
}

/**
 * When this process dies, the workers finish the jobs in the queue, and a later run finds them. Undefined without
 * workers.
 */
export async function openQueueExecutor(options: QueueExecutorOptions): Promise<Executor | undefined> {
  const { redisUrl, queueName } = options;
  const connections = [connect(redisUrl), connect(redisUrl)] as const;
  const queue = new Queue(queueName, { connection: connections[0] });
  if ((await queue.getWorkersCount()) === 0) {
    await queue.close();
    for (const connection of connections) connection.disconnect();
    return undefined;
  }
  const events = new QueueEvents(queueName, { connection: connections[1] });
  await events.waitUntilReady();
  const awaited = new Awaited();
  events.on('completed', ({ jobId, returnvalue }) => awaited.settle(jobId, parseOutcome(returnvalue)));
  events.on('failed', ({ jobId, failedReason }) =>
    awaited.settle(jobId, { kind: 'failed', reason: failedReason }),
  );
  // A lost connection comes back by itself, and the periodic check finds the events that were missed.
  events.on('error', () => undefined);

  return {
    batchAssets: BATCH_ASSETS,
    ingestAll: async (assets, onSettled) => {
      const outcomes = assets.map((asset) => awaited.outcomeOf(jobIdOf(asset), onSettled));
      await enqueue(queue, assets, awaited, options.modelFingerprint);
      const checking = setInterval(
        () => void settleEnded(queue, assets, awaited, options),
        CHECK_INTERVAL_MS,
      );
      try {
        return await untilAborted(Promise.all(outcomes), options.services.signal);
      } finally {
        clearInterval(checking);
        awaited.forget(assets.map(jobIdOf));
      }
    },
    close: async () => {
      await Promise.all([events.close(), queue.close()]);
      for (const connection of connections) connection.disconnect();
    },
  };
}

class Awaited {
  readonly #settlers = new Map<string, (outcome: Outcome) => void>();

  outcomeOf(jobId: string, onSettled: () => void): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#settlers.set(jobId, (outcome) => {
        onSettled();
        resolve(outcome);
      });
    });
  }

  has(jobId: string): boolean {
    return this.#settlers.has(jobId);
  }

  settle(jobId: string, outcome: Outcome): void {
    const settle = this.#settlers.get(jobId);
    this.#settlers.delete(jobId);
    settle?.(outcome);
  }

  forget(jobIds: readonly string[]): void {
    for (const jobId of jobIds) this.#settlers.delete(jobId);
  }
}

async function enqueue(
  queue: Queue,
  assets: readonly VersionedAsset[],
  awaited: Awaited,
  modelFingerprint: string,
): Promise<void> {
  const jobs = assets.flatMap((versioned) => {
    const jobId = jobIdOf(versioned);
    try {
      return [
        {
          name: versioned.asset.assetId,
          data: toJob(versioned, modelFingerprint),
          opts: { ...JOB_OPTIONS, jobId },
        },
      ];
    } catch (error) {
      if (!(error instanceof AssetFault)) throw error;
      awaited.settle(jobId, { kind: 'failed', reason: error.message });
      return [];
    }
  });
  await queue.addBulk(jobs);
}

/** Settles jobs whose event was missed: a job that is gone succeeded if the stores hold its asset. */
async function settleEnded(
  queue: Queue,
  assets: readonly VersionedAsset[],
  awaited: Awaited,
  { services, onNoWorkers }: QueueExecutorOptions,
): Promise<void> {
  try {
    if ((await queue.getWorkersCount()) === 0) onNoWorkers?.();
    const gone: VersionedAsset[] = [];
    for (const asset of assets.filter((one) => awaited.has(jobIdOf(one)))) {
      const job: unknown = await queue.getJob(jobIdOf(asset));
      if (job === undefined) gone.push(asset);
    }
    const stale = new Set((await staleAssets(gone, services)).map(jobIdOf));
    for (const jobId of gone.map(jobIdOf))
      awaited.settle(jobId, stale.has(jobId) ? GIVEN_UP : { kind: 'added' });
  } catch {
    // Redis or a service is unavailable; the next check comes soon.
  }
}

const GIVEN_UP: Outcome = { kind: 'failed', reason: 'a worker gave up on it; its log says why' };

function parseOutcome(returned: unknown): Outcome {
  const value: unknown = typeof returned === 'string' ? JSON.parse(returned) : returned;
  const { success, data } = outcomeSchema.safeParse(value);
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
