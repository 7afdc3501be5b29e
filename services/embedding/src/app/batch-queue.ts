import { setMaxListeners } from 'node:events';
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

export interface BatchQueueOptions<Item, Result> {
  /** Processes up to `batchMax` items at once, one batch after another; results in the order given. */
  run: (items: Item[]) => Promise<Result[]>;
  batchMax: number;
  waitingMax: number;
  events: QueueEvents;
}

/** What a queue tells of itself. */
export interface QueueEvents {
  /** After each change. */
  waiting: (count: number) => void;
  /** For each item whose batch begins. */
  began: (waitedMs: number) => void;
  ran: (size: number, tookMs: number) => void;
}

interface Entry<Item, Result> {
  item: Item;
  call: CallContext;
  arrivedAt: number;
  /** Once its batch runs. */
  answer: Promise<Result> | undefined;
}

/**
 * Puts items that arrive while a batch runs into the next one. Items take turns: the first whose turn comes runs a batch with
 * those behind it, which find their answers when theirs comes. A cancelled item leaves the queue and does not run.
 */
export class BatchQueue<Item, Result> {
  readonly #options: BatchQueueOptions<Item, Result>;
  readonly #turns = createSemaphore(1);
  readonly #waiting = new Set<Entry<Item, Result>>();
  #isClosed = false;

  constructor(options: BatchQueueOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * @throws AppError `overloaded` when the queue is full, `cancelled` or `deadline_exceeded` when the call ended,
   *   `dependency_unavailable` after `close`; otherwise the error of `run`.
   */
  async submit(item: Item, call: CallContext): Promise<Result> {
    assertLive(call);
    if (this.#waiting.size >= this.#options.waitingMax) {
      throw new AppError('overloaded', 'Too much is waiting; try again shortly.');
    }
    const entry: Entry<Item, Result> = { item, call, arrivedAt: performance.now(), answer: undefined };
    this.#waiting.add(entry);
    this.#tellWaiting();
    try {
      return await this.#turns.run(() => entry.answer ?? this.#runWith(entry), call);
    } finally {
      if (this.#waiting.delete(entry)) this.#tellWaiting();
    }
  }

  /** Submits the items of one call. Once one of them has failed, the others leave the queue. @throws like `submit` */
  async submitAll(items: readonly Item[], call: CallContext): Promise<Result[]> {
    const failed = new AbortController();
    const signal = AbortSignal.any([call.signal, failed.signal]);
    // Each item adds a listener.
    setMaxListeners(0, signal);
    try {
      return await Promise.all(items.map((item) => this.submit(item, { ...call, signal })));
    } catch (error) {
      failed.abort();
      throw error;
    }
  }

  /** Refuses waiting and later items; resolves when the running batch has finished. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#turns.run(() => undefined);
  }

  async #runWith(first: Entry<Item, Result>): Promise<Result> {
    const { run, batchMax, events } = this.#options;
    // Items of one turn share a batch, also those that are still in the sockets.
    if (this.#waiting.size < batchMax) await nextEventLoopTurn();
    if (this.#isClosed) throw closing();
    assertLive(first.call);
    const batch = [...this.#waiting].filter(({ call }) => isLive(call)).slice(0, batchMax);
    const beganAt = performance.now();
    for (const entry of batch) {
      this.#waiting.delete(entry);
      events.began(beganAt - entry.arrivedAt);
    }
    this.#tellWaiting();
    const running = run(batch.map(({ item }) => item));
    for (const [at, entry] of batch.entries()) {
      entry.answer = running.then((results) => results[at] as Result);
      // Its caller may be gone.
      entry.answer.catch(() => undefined);
    }
    // Turns come in the order of arrival, so the first item is the first of its batch.
    const [own] = await running.finally(() => events.ran(batch.length, performance.now() - beganAt));
    return own as Result;
  }

  #tellWaiting(): void {
    this.#options.events.waiting(this.#waiting.size);
  }
}

function isLive({ signal, deadlineAt }: CallContext): boolean {
  return !signal.aborted && Date.now() < deadlineAt;
}

/** Bounds work that does not go in batches. */
export function createWorkQueue(concurrency: number, waitingMax: number, events: QueueEvents) {
  const semaphore = createSemaphore(concurrency, {
    waitingMax,
    onWaiting: events.waiting,
    onStart: events.began,
  });
  return async <Result>(work: () => Promise<Result>, call: CallContext): Promise<Result> => {
    assertLive(call);
    return semaphore.run(async () => {
      const beganAt = performance.now();
      try {
        return await work();
      } finally {
        events.ran(1, performance.now() - beganAt);
      }
    }, call);
  };
}

const closing = (): AppError => new AppError('dependency_unavailable', 'The embedding service is stopping.');
