import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { CollectionStore } from '../domain/collection.js';
import { NO_REBUILD, type RebuildRecord } from '../domain/rebuild-record.js';
import { refused } from './rebuild-refusal.js';

export interface LeaseTimes {
  /** A record that does not change for so long belongs to a dead replica. The replica that waits measures it: no clocks are compared. */
  leaseMs: number;
  renewMs: number;
  pollMs: number;
}

const TIMES: LeaseTimes = { leaseMs: 15_000, renewMs: 3_000, pollMs: 500 };

type Progress = Pick<RebuildRecord, 'target' | 'cursor' | 'done'>;

/** The right to build and to drop a collection beside the serving one. One replica at a time has it. */
export class RebuildLease {
  readonly #store: CollectionStore;
  readonly #writing = createSemaphore(1);
  readonly #renewing: NodeJS.Timeout;
  #record: RebuildRecord;
  #isLost = false;

  private constructor(store: CollectionStore, times: LeaseTimes, record: RebuildRecord) {
    this.#store = store;
    this.#record = record;
    this.#renewing = setInterval(() => void this.#tryWrite({}), times.renewMs);
    this.#renewing.unref();
  }

  /**
   * Takes over from a replica that died, which takes the time of a lease.
   * @throws AppError `rebuild_refused` (`busy`) while another replica holds it.
   */
  static async take(store: CollectionStore, times = TIMES): Promise<RebuildLease> {
    const seen = await whenFree(store, times);
    const record = { ...NO_REBUILD, ...seen, holder: randomUUID(), beat: (seen?.beat ?? 0) + 1 };
    if (!(await store.replaceRebuildRecord(seen?.beat, record))) throw busy();
    return new RebuildLease(store, times, record);
  }

  get progress(): Progress {
    return this.#record;
  }

  /** Keeps how far the copy has come. @throws AppError `rebuild_refused` when the lease is lost. */
  async keep(progress: Partial<Progress>): Promise<void> {
    await this.#write(progress);
    if (this.#isLost) throw refused('busy', 'another replica has taken it over');
  }

  /** To be called before what only the holder may do. @throws AppError `rebuild_refused` when the lease is lost. */
  confirm(): Promise<void> {
    return this.keep({});
  }

  /** Keeps the progress, so that the next one goes on, or says that there is none any more. */
  async release({ isFinished }: { isFinished: boolean }): Promise<void> {
    clearInterval(this.#renewing);
    await this.#tryWrite(isFinished ? NO_REBUILD : { holder: null });
  }

  async #tryWrite(change: Partial<RebuildRecord>): Promise<void> {
    try {
      await this.#write(change);
    } catch {
      // The store is unavailable. When that lasts, another replica takes over.
    }
  }

  #write(change: Partial<RebuildRecord>): Promise<void> {
    return this.#writing.run(async () => {
      if (this.#isLost) return;
      const next = { ...this.#record, ...change, beat: this.#record.beat + 1 };
      if (await this.#store.replaceRebuildRecord(this.#record.beat, next)) {
        this.#record = next;
      } else {
        this.#isLost = true;
        clearInterval(this.#renewing);
      }
    });
  }
}

/** Whoever holds the lease loses it: an operator abandons the rebuild. */
export async function clearRebuildRecord(store: CollectionStore): Promise<void> {
  for (;;) {
    const seen = await store.rebuildRecord();
    if (seen === undefined || seen.target === null) return;
    if (await store.replaceRebuildRecord(seen.beat, { ...NO_REBUILD, beat: seen.beat + 1 })) return;
  }
}

async function whenFree(store: CollectionStore, times: LeaseTimes): Promise<RebuildRecord | undefined> {
  const first = await store.rebuildRecord();
  const freeAt = performance.now() + times.leaseMs;
  let seen = first;
  while (seen !== undefined && seen.holder !== null) {
    if (seen.beat !== first?.beat) throw busy();
    if (performance.now() >= freeAt) return seen;
    await sleep(times.pollMs);
    seen = await store.rebuildRecord();
  }
  return seen;
}

const busy = () => refused('busy', 'another replica rebuilds the index');
