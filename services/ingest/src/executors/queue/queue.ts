import { Queue, QueueEvents, type JobsOptions } from 'bullmq';
import { ItemFault } from '../../pipeline/item-fault.js';
import type { IngestClients } from '../../clients.js';
import type { Executor, Outcome, VersionedItem } from '../executor.js';
import { staleOnes } from '../../pipeline/stored-versions.js';
import { connect } from './connection.js';
import { jobIdOf, outcomeSchema, toJob } from './job.js';

/** Items in the queue at once: work for many workers, and little for Redis to hold. */
const BATCH_ITEMS = 500;
/** How often the state of the queue is looked at, besides the events that it sends. */
const CHECK_INTERVAL_MS = 2_000;

const JOB_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  // Every outcome is kept in the catalogue, the index and the report; a kept job would keep its version from being
  // asked for again.
  removeOnComplete: true,
  removeOnFail: true,
};

export interface QueueIntakeOptions {
  redisUrl: string;
  /** Of the model that embeds now. */
  modelFingerprint: string;
  clients: IngestClients;
  signal: AbortSignal;
  queueName: string;
  /** Called, every few seconds, while work waits and nobody is there to do it. */
  onNoWorkers?: (() => void) | undefined;
}

/**
 * Has items taken in by the workers of a queue, and waits for their outcomes. When this process dies the workers go
 * on with what stands in the queue, and a later run finds it done or still waiting, never twice.
 * Undefined when no worker serves the queue.
 */
export async function openQueueIntake(options: QueueIntakeOptions): Promise<Executor | undefined> {
  const { redisUrl, queueName, signal } = options;
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
  events.on('completed', ({ jobId, returnvalue }) => awaited.settle(jobId, outcomeOf(returnvalue)));
  events.on('failed', ({ jobId, failedReason }) =>
    awaited.settle(jobId, { kind: 'failed', reason: failedReason }),
  );
  // A lost connection comes back by itself; what was missed meanwhile is found by looking.
  events.on('error', () => undefined);

  return {
    batchItems: BATCH_ITEMS,
    ingestAll: async (items, onSettled) => {
      const outcomes = items.map((item) => awaited.outcomeOf(jobIdOf(item), onSettled));
      await enqueue(queue, items, awaited, options.modelFingerprint);
      const checking = setInterval(() => void lookAt(queue, items, awaited, options), CHECK_INTERVAL_MS);
      try {
        return await untilAborted(Promise.all(outcomes), signal);
      } finally {
        clearInterval(checking);
        awaited.clear();
      }
    },
    close: async () => {
      await Promise.all([events.close(), queue.close()]);
      for (const connection of connections) connection.disconnect();
    },
  };
}

/** The jobs whose outcome somebody waits for. */
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

  clear(): void {
    this.#settlers.clear();
  }
}

async function enqueue(
  queue: Queue,
  items: readonly VersionedItem[],
  awaited: Awaited,
  modelFingerprint: string,
): Promise<void> {
  const jobs = items.flatMap((item) => {
    const jobId = jobIdOf(item);
    try {
      return [
        { name: item.item.assetId, data: toJob(item, modelFingerprint), opts: { ...JOB_OPTIONS, jobId } },
      ];
    } catch (error) {
      if (!(error instanceof ItemFault)) throw error;
      awaited.settle(jobId, { kind: 'failed', reason: error.message });
      return [];
    }
  });
  await queue.addBulk(jobs);
}

/** Settles what ended unheard: a job that is gone was done, if the stores hold its image. */
async function lookAt(
  queue: Queue,
  items: readonly VersionedItem[],
  awaited: Awaited,
  { clients, signal, onNoWorkers }: QueueIntakeOptions,
): Promise<void> {
  try {
    if ((await queue.getWorkersCount()) === 0) onNoWorkers?.();
    const gone: VersionedItem[] = [];
    for (const item of items.filter((one) => awaited.has(jobIdOf(one)))) {
      const job: unknown = await queue.getJob(jobIdOf(item));
      if (job === undefined) gone.push(item);
    }
    const stale = new Set(await staleOnes(gone, clients, signal));
    for (const item of gone) awaited.settle(jobIdOf(item), stale.has(item) ? GIVEN_UP : { kind: 'added' });
  } catch {
    // Redis or a service is away for the moment; the next look comes soon.
  }
}

const GIVEN_UP: Outcome = { kind: 'failed', reason: 'a worker gave it up; its log says why' };

function outcomeOf(returned: unknown): Outcome {
  const value: unknown = typeof returned === 'string' ? JSON.parse(returned) : returned;
  const { success, data } = outcomeSchema.safeParse(value);
  return success ? data : { kind: 'failed', reason: 'the worker answered something else than an outcome' };
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
