import { setTimeout as sleep } from 'node:timers/promises';
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
}

/** @throws the last failure, or the signal's reason when it fires during a pause. */
export async function retryWithBackoff<Result>(
  work: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { retries, pauseMsMax, signal, deadlineAt = Infinity } = options;
  const { isRetryable = isTransient, retryAfterMs } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = Math.min(Math.max(backoffMs(attempt, options), retryAfterMs?.(error) ?? 0), pauseMsMax);
      const isWanted = attempt <= retries && signal?.aborted !== true && Date.now() + pauseMs < deadlineAt;
      if (!isWanted || !isRetryable(error)) throw error;
      await sleep(pauseMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** The pause before a retry, with jitter, so that many callers do not retry together. @param attempt Counted from 1. */
export function backoffMs(attempt: number, { firstPauseMs, pauseMsMax }: Backoff): number {
  return Math.min(pauseMsMax, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
