import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { toAppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import pRetry from 'p-retry';

const RETRIES = 6;
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 20_000;

/** A service that is busy, restarting or slow may well answer the next time; every RPC of an intake can be repeated. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'overloaded',
  'dependency_unavailable',
  'deadline_exceeded',
  'rate_limited',
]);

/** Calls a service, and again for about a minute while it cannot answer. @throws AppError */
export function patientCall<Answer>(
  call: (context: CallContext) => Promise<Answer>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  return pRetry(() => call(detachedCall(timeoutMs, signal)), {
    retries: RETRIES,
    minTimeout: PAUSE_MS,
    maxTimeout: PAUSE_MAX_MS,
    randomize: true,
    signal,
    shouldRetry: ({ error }) => !signal.aborted && isPassing(error),
  });
}

/** Whether a failure says nothing about the picture, only about the moment. */
export function isPassing(error: unknown): boolean {
  return PASSING.has(toAppError(error).code);
}
