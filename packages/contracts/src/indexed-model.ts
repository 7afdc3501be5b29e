import { setTimeout as delay } from 'node:timers/promises';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { toAppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import { createRetrievalClient } from './retrieval.js';

const CALL_TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;
/** An index that starts beside its caller is not there at once. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'dependency_unavailable',
  'deadline_exceeded',
  'overloaded',
]);

/**
 * Fingerprint of the model that filled the index behind a gRPC target; empty for an empty index. Waits for an index that
 * cannot be reached until the signal fires.
 * @throws AppError for any other failure.
 */
export async function askIndexedModel(
  target: string,
  serviceToken: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const client = createRetrievalClient(target, serviceToken);
  try {
    for (;;) {
      try {
        const { modelFingerprint } = await client.describeIndex({}, detachedCall(CALL_TIMEOUT_MS, signal));
        return modelFingerprint;
      } catch (error) {
        if (signal.aborted || !PASSING.has(toAppError(error).code)) throw error;
        await delay(PAUSE_MS, undefined, { signal });
      }
    }
  } finally {
    client.close();
  }
}
