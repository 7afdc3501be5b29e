import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { assertLive, cancelled, overdue, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

export interface BatchQueueOptions<Item, Result> {
  /** Processes up to `batchMax` items at once, one batch after another; results in the order given. */
  run: (items: Item[]) => Promise<Result[]>;
  batchMax: number;
  /** How long an item waits for its batch to fill; ignored while items come one at a time. */
  waitMs: number;
  waitingMax: number;
  events?: QueueEvents;
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
  arrivedAt: number;
  readyAt: number;
  deadlineAt: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Node sets a longer timer to 1 ms. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Puts items that arrive at about the same time into one batch. A cancelled item leaves the queue and does not run. */
export class BatchQueue<Item, Result> {
  readonly #options: BatchQueueOptions<Item, Result>;
  #waiting: Entry<Item, Result>[] = [];
  #isBusy = false;
  #lastSize = 0;
  #closed = false;
  #waitTimer: NodeJS.Timeout | undefined;
  #onIdle: () => void = () => undefined;

  constructor(options: BatchQueueOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * @throws AppError `overloaded` when the queue is full, `cancelled` or `deadline_exceeded` when the call ended,
   *   `dependency_unavailable` after `close`; otherwise the error of `run`.
   */
  async submit(item: Item, call: CallContext): Promise<Result> {
    assertLive(call);
    if (this.#closed) throw closing();
    if (this.#waiting.length >= this.#options.waitingMax) {
      throw new AppError('overloaded', 'Too much is waiting; try again shortly.');
    }
    return new Promise<Result>((resolve, reject) => {
      const leave = (error: AppError): void => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== entry);
        this.#tellWaiting();
        entry.reject(error);
      };
      const cancel = (): void => leave(cancelled());
      const deadline = setTimeout(
        () => leave(overdue()),
        Math.min(call.deadlineAt - Date.now(), TIMER_MS_MAX),
      );
      const settled = (): void => {
        clearTimeout(deadline);
        call.signal.removeEventListener('abort', cancel);
      };
      const entry: Entry<Item, Result> = {
        item,
        arrivedAt: performance.now(),
        readyAt: Date.now() + this.#options.waitMs,
        deadlineAt: call.deadlineAt,
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (error) => {
          settled();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      call.signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(entry);
      this.#tellWaiting();
      this.#dispatch();
    });
  }

  /** Refuses waiting and later items; resolves when the running batch has finished. */
  close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#waitTimer);
    for (const entry of this.#waiting.splice(0)) entry.reject(closing());
    this.#tellWaiting();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (!this.#isBusy) resolve();
    });
  }

  #dispatch(): void {
    clearTimeout(this.#waitTimer);
    const oldest = this.#waiting[0];
    if (oldest === undefined || this.#isBusy) return;
    // A single caller sends its next item after the last result: waiting for a second item only delays it.
    const waitLeftMs = this.#lastSize === 1 ? 0 : oldest.readyAt - Date.now();
    if (this.#waiting.length < this.#options.batchMax && waitLeftMs > 0) {
      this.#waitTimer = setTimeout(() => this.#dispatch(), waitLeftMs);
      return;
    }
    this.#isBusy = true;
    void this.#runNext();
  }

  async #runNext(): Promise<void> {
    // Items of one turn share a batch, also those that are still in the sockets.
    if (this.#waiting.length < this.#options.batchMax) await nextEventLoopTurn();
    const batch = this.#takeBatch();
    if (batch.length > 0) {
      this.#lastSize = batch.length;
      await this.#run(batch);
    }
    this.#isBusy = false;
    this.#onIdle();
    this.#dispatch();
  }

  /** Items whose deadline passed while the thread was busy are rejected. */
  #takeBatch(): Entry<Item, Result>[] {
    const now = Date.now();
    const late = this.#waiting.filter(({ deadlineAt }) => deadlineAt <= now);
    if (late.length > 0) this.#waiting = this.#waiting.filter(({ deadlineAt }) => deadlineAt > now);
    for (const entry of late) entry.reject(overdue());
    const batch = this.#waiting.splice(0, this.#options.batchMax);
    this.#tellWaiting();
    for (const { arrivedAt } of batch) this.#options.events?.began(performance.now() - arrivedAt);
    return batch;
  }

  #tellWaiting(): void {
    this.#options.events?.waiting(this.#waiting.length);
  }

  async #run(batch: Entry<Item, Result>[]): Promise<void> {
    const beganAt = performance.now();
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      batch.forEach((entry, index) => entry.resolve(results[index] as Result));
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      this.#options.events?.ran(batch.length, performance.now() - beganAt);
    }
  }
}

/** Bounds work that does not go in batches. */
export function createWorkQueue(concurrency: number, waitingMax: number, events?: QueueEvents) {
  const semaphore = createSemaphore(concurrency, {
    waitingMax,
    ...(events && { onWaiting: events.waiting, onStart: events.began }),
  });
  return async <Result>(work: () => Promise<Result>, call: CallContext): Promise<Result> => {
    assertLive(call);
    return semaphore.run(async () => {
      const beganAt = performance.now();
      try {
        return await work();
      } finally {
        events?.ran(1, performance.now() - beganAt);
      }
    }, call);
  };
}

const closing = (): AppError => new AppError('dependency_unavailable', 'The embedding service is stopping.');
