import { AppError } from './errors.js';

/** What one request carries through every service it touches. */
export interface CallContext {
  /** When the caller stops waiting, Unix milliseconds. */
  deadlineAt: number;
  /** Fires when the caller went away. */
  signal: AbortSignal;
  /** Ties the log lines of one request together; empty when the caller named none. */
  requestId: string;
}

/** Metadata key under which the request id travels. */
export const REQUEST_ID_KEY = 'x-request-id';

/** A context for work that no request asked for, such as a command of the operator. */
export function detachedCall(
  timeoutMs: number,
  signal: AbortSignal = new AbortController().signal,
): CallContext {
  return { deadlineAt: Date.now() + timeoutMs, signal, requestId: '' };
}

/** The same call, allowed at most `timeoutMs` from now and never more than it had left. */
export function within(call: CallContext, timeoutMs: number): CallContext {
  return { ...call, deadlineAt: Math.min(call.deadlineAt, Date.now() + timeoutMs) };
}

/** @throws AppError `cancelled` or `deadline_exceeded` when nobody waits for the answer any more. */
export function assertLive({ signal, deadlineAt }: CallContext): void {
  if (signal.aborted) throw cancelled();
  if (Date.now() >= deadlineAt) throw overdue();
}

export const cancelled = (): AppError => new AppError('cancelled', 'The request was cancelled.');
export const overdue = (): AppError => new AppError('deadline_exceeded', 'There was no answer in time.');
