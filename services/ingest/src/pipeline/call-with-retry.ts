import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { isTransient } from '@imagesearch/service-kit/resilience/transient-errors';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';

/** About a minute in all: a service restarts in less. */
const RETRIES = 6;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 20_000;

/** Calls a service, and retries while it is unavailable. Every RPC of ingestion is idempotent. @throws AppError */
export function callWithRetry<Answer>(
  call: (context: CallContext) => Promise<Answer>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  return retryWithBackoff(() => call(detachedCall(timeoutMs, signal)), {
    retries: RETRIES,
    firstPauseMs: FIRST_PAUSE_MS,
    pauseMsMax: PAUSE_MS_MAX,
    isRandomized: true,
    isRetryable: (error) => isTransient(error) && !isDiskRefusal(error),
    signal,
  });
}

/** A full or read-only disk stays so until the operator acts. */
function isDiskRefusal(error: unknown): boolean {
  return error instanceof AppError && error.ctx['storage'] !== undefined;
}
