import { setTimeout as sleep } from 'node:timers/promises';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

/** Running reads, by collection: a collection is dropped after its last read. */
export class RunningReads {
  readonly #counts = new Map<string, number>();

  /** Counts a read until the returned function is called. */
  begin(collection: string): () => void {
    this.#counts.set(collection, this.#of(collection) + 1);
    return () => {
      const left = this.#of(collection) - 1;
      if (left > 0) this.#counts.set(collection, left);
      else this.#counts.delete(collection);
    };
  }

  /** Returns after the last read of the collection, and at the latest after the time of the longest one. */
  async ended(collection: string): Promise<void> {
    const waitUntil = Date.now() + READS_TIMEOUT_MS;
    while (this.#of(collection) > 0 && Date.now() < waitUntil) await sleep(READS_POLL_MS);
  }

  #of(collection: string): number {
    return this.#counts.get(collection) ?? 0;
  }
}

/** Longer than any search. */
const READS_TIMEOUT_MS = 60_000;
const READS_POLL_MS = 20;

/** Writes to the collections of an index, and how a rebuild waits for them. */
export class RunningWrites {
  readonly #inOrder = createSemaphore(1);
  readonly #running = new Set<Promise<void>>();

  /** Until it ends, `ended` waits for it. */
  begin(write: Promise<void>): Promise<void> {
    const running = write.finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** During a rebuild writes run one after another: two writes of a point reach both collections in the same order. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inOrder.run(work);
  }

  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
