import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { isTransient } from './transient-errors.js';

export interface Backoff {
  /** Before the first retry; doubled each time. */
  firstPauseMs: number;
  pauseMsMax: number;
}

export interface RetryOptions extends Backoff {
  /** Attempts after the first one. */
  retries: number;
  /** Ends the pauses, and the retries with them. */
  signal?: AbortSignal | undefined;
  /** No retry begins later than this, Unix milliseconds. */
  deadlineAt?: number | undefined;
  /** By default every transient error. */
  isRetryable?: (error: unknown) => boolean;
  /** How long the other side asked to wait at least; it counts up to `pauseMsMax`. */
  retryAfterMs?: (error: unknown) => number | undefined;
  /** Adds chance to the pauses, so that many callers do not come back together. */
  isRandomized?: boolean;
}

/**
 * Runs the work, and runs it again after a failure that may pass.
 * @throws the last failure; or the signal's reason when it fired in a pause.
 */
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

/** The pause before a retry, with chance in it: for libraries that retry by themselves and ask for their pauses. */
export function backoffMs(attempt: number, backoff: Backoff): number {
  return pauseOf(backoff, attempt) * (0.5 + Math.random() / 2);
}

function pauseOf({ firstPauseMs, pauseMsMax }: Backoff, attempt: number): number {
  return Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1));
}

/** Keeps the library from judging a failure by its class: it may be of another realm, or a `TypeError` of `fetch`. */
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
