import { detachedCall } from '@imagesearch/service-kit/call-context';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { createRetrievalClient } from './retrieval.js';

const CALL_TIMEOUT_MS = 5_000;
/** An index that starts beside its caller is not there at once. */
const PAUSE_MS = 500;

/** What a service reports while it waits for `askIndexedModel`. */
export const ASKING_INDEX = 'asking the index which model filled it';

/**
 * Fingerprint of the model that filled the index behind a gRPC target; empty for an empty index and without a target.
 * Waits for an index that cannot be reached until the signal fires.
 * @throws AppError for any other failure.
 */
export async function askIndexedModel(
  target: string | undefined,
  serviceToken: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (target === undefined) return '';
  const client = createRetrievalClient(target, serviceToken);
  try {
    const { modelFingerprint } = await retryWithBackoff(
      () => client.describeIndex({}, detachedCall(CALL_TIMEOUT_MS, signal)),
      { retries: Infinity, firstPauseMs: PAUSE_MS, pauseMsMax: PAUSE_MS, signal },
    );
    return modelFingerprint;
  } finally {
    client.close();
  }
}
