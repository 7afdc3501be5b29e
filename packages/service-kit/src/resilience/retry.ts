import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { isTransient } from './transient-errors.js';

export interface Backoff {
  /** Pause before the first retry; doubled each time. */
  firstPauseMs: number;
  pauseMsMax: number;
}

export interface RetryOptions extends Backoff {
  retries: number;
  /** Ends the pauses and the retries. */
  signal?: AbortSignal | undefined;
  /** No retry starts later than this, Unix milliseconds. */
  deadlineAt?: number | undefined;
  /** By default `isTransient`. */
  isRetryable?: (error: unknown) => boolean;
  /** The minimum pause that the other side asked for; bounded by `pauseMsMax`. */
  retryAfterMs?: (error: unknown) => number | undefined;
  /** Adds jitter, so that many callers do not retry together. */
  isRandomized?: boolean;
}

/** @throws the last failure, or the signal's reason when it fires during a pause. */
export async function retryWithBackoff<Result>(
  work: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { retries, firstPauseMs, pauseMsMax, signal, deadlineAt = Infinity } = options;
  const { isRetryable = isTransient, retryAfterMs, isRandomized = false } = options;
  const isWanted = (attempt: number): boolean =>
    signal?.aborted !== true && Date.now() + pauseOf(options, attempt) < deadlineAt;
  try {
    return await pRetry(() => attempt(work), {
      retries,
      minTimeout: firstPauseMs,
      maxTimeout: pauseMsMax,
      randomize: isRandomized,
      ...(signal !== undefined && { signal }),
      shouldRetry: ({ error: { cause }, attemptNumber }) => isWanted(attemptNumber) && isRetryable(cause),
      onFailedAttempt: async ({ error: { cause }, retriesLeft }) => {
        const askedMs = retriesLeft > 0 && isRetryable(cause) ? (retryAfterMs?.(cause) ?? 0) : 0;
        if (askedMs > 0) await sleep(Math.min(askedMs, pauseMsMax), undefined, { signal });
      },
    });
  } catch (error) {
    throw error instanceof FailedAttempt ? error.cause : error;
  }
}

/** The pause before a retry, with jitter: for libraries with their own retries. @param attempt Counted from 1. */
export function backoffMs(attempt: number, backoff: Backoff): number {
  return pauseOf(backoff, attempt) * (0.5 + Math.random() / 2);
}

function pauseOf({ firstPauseMs, pauseMsMax }: Backoff, attempt: number): number {
  return Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1));
}

/** Hides the failure's class from the library, which treats some classes specially (`TypeError` of `fetch`). */
class FailedAttempt extends Error {
  constructor(cause: unknown) {
    super('An attempt failed.', { cause });
    this.name = 'FailedAttempt';
  }
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new FailedAttempt(error);
  }
}
