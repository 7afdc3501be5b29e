import { setTimeout as sleep } from 'node:timers/promises';

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
