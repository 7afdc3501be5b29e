import { AppError } from './errors.js';

export interface CallContext {
  /** Time at which the caller stops waiting, Unix milliseconds. */
  deadlineAt: number;
  /** Fires when the caller cancels or disconnects. */
  signal: AbortSignal;
  /** Connects the log lines of one request; empty when the caller sent none. */
  requestId: string;
  /** Adds to the log event of the request; absent where nobody writes one. No text, key or image of a caller. */
  note?: (facts: Readonly<Record<string, unknown>>) => void;
}

export const REQUEST_ID_KEY = 'x-request-id';

export function detachedCall(
  timeoutMs: number,
  signal: AbortSignal = new AbortController().signal,
): CallContext {
  return { deadlineAt: Date.now() + timeoutMs, signal, requestId: '' };
}

/** The same call with its deadline shortened to at most `timeoutMs` from now. */
export function within(call: CallContext, timeoutMs: number): CallContext {
  return { ...call, deadlineAt: Math.min(call.deadlineAt, Date.now() + timeoutMs) };
}

/**
 * Aborts with the signal, or with a `TimeoutError` after `timeoutMs`. Node collects the sources of `AbortSignal.any` that
 * nothing else holds, so that `AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])` may never abort. A timer holds this one.
 */
export function endingAfter(timeoutMs: number, signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  // It does not keep the process alive.
  setTimeout(
    () => late.abort(new DOMException('There was no answer in time.', 'TimeoutError')),
    timeoutMs,
  ).unref();
  return AbortSignal.any([signal, late.signal]);
}

/** @throws AppError `cancelled` or `deadline_exceeded` when the caller no longer waits. */
export function assertLive({ signal, deadlineAt }: CallContext): void {
  if (signal.aborted) throw cancelled();
  if (Date.now() >= deadlineAt) throw overdue();
}

export const cancelled = (): AppError => new AppError('cancelled', 'The request was cancelled.');
export const overdue = (): AppError => new AppError('deadline_exceeded', 'There was no answer in time.');
