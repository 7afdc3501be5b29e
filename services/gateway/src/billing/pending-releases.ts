import { setMaxListeners } from 'node:events';
import type { Logger } from '@imagesearch/service-kit/logging';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { Ledger, ReleaseRequest } from './ledger.js';

/** Pauses of 8 s in all: a database that fails over, or is overloaded for a moment, is back by then. */
const BACKOFF = { retries: 5, firstPauseMs: 250, pauseMsMax: 4_000 };
/** Pauses of 1.5 s in all, well within the time that a shutdown gives each part. */
const BACKOFF_ON_CLOSE = { retries: 4, firstPauseMs: 100, pauseMsMax: 800 };
/** Few, because the database may be overloaded. */
const RETRIES_AT_ONCE_MAX = 2;
/** Reservations beyond these are not retried; they expire. */
const PENDING_MAX = 1_000;

/** A release that fails is retried in the background, so that its credits do not stay reserved until they expire. */
export class PendingReleases {
  readonly #ledger: Pick<Ledger, 'release'>;
  readonly #logger: Logger;
  readonly #pending = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #retries = createSemaphore(RETRIES_AT_ONCE_MAX);

  constructor(ledger: Pick<Ledger, 'release'>, logger: Logger) {
    this.#ledger = ledger;
    this.#logger = logger;
    // Every pending release listens.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Resolves after the first attempt, whatever its outcome, so that no caller waits for the retries. */
  release(reservation: ReleaseRequest): Promise<void> {
    return new Promise((resolve) => {
      const pending = this.#releaseWithRetries(reservation, resolve)
        .catch((error: unknown) => {
          this.#logger.warn({ err: error }, 'a reservation was not released and will expire');
        })
        .finally(() => this.#pending.delete(pending));
      this.#pending.add(pending);
    });
  }

  /** Ends the pauses, and gives every pending release its last attempts. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#pending);
  }

  async #releaseWithRetries(reservation: ReleaseRequest, onFirstAttempt: () => void): Promise<void> {
    const { signal } = this.#closing;
    const retries = this.#pending.size < PENDING_MAX ? BACKOFF.retries : 0;
    let isRetry = false;
    const attempt = async (): Promise<void> => {
      if (isRetry) return this.#retries.run(() => this.#ledger.release(reservation));
      isRetry = true;
      return this.#ledger.release(reservation).finally(onFirstAttempt);
    };
    try {
      await retryWithBackoff(attempt, { ...BACKOFF, retries, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      await retryWithBackoff(attempt, BACKOFF_ON_CLOSE);
    }
  }
}
