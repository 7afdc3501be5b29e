import { detachedCall } from '@imagesearch/service-kit/call-context';
import { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { Logger } from '@imagesearch/service-kit/logging';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import type { TlsFiles } from '@imagesearch/service-kit/secrets/service-tls';
import { createRetrievalClient } from './clients.js';

const CALL_TIMEOUT_MS = 5_000;
/** An index that starts beside its caller is not there at once. */
const PAUSE_MS = 500;

export interface IndexAccess {
  /** The first is sent. */
  serviceTokens: readonly string[];
  tls: TlsFiles | undefined;
  logger: Logger;
}

/**
 * Fingerprint of the model that filled the index behind a gRPC target; empty for an empty index and without a target.
 * Waits for an index that cannot be reached until the signal fires.
 * @throws AppError for any other failure.
 */
export async function askIndexedModel(
  target: string | undefined,
  { serviceTokens, tls: files, logger }: IndexAccess,
  signal: AbortSignal,
): Promise<string> {
  if (target === undefined) return '';
  logger.info({ index: target }, 'asking the index which model filled it');
  const tls = files && (await ServiceTls.open(files, logger));
  const client = createRetrievalClient(target, serviceTokens[0], tls);
  try {
    const { modelFingerprint } = await retryWithBackoff(
      () => client.describeIndex({ approximate: true }, detachedCall(CALL_TIMEOUT_MS, signal)),
      { retries: Infinity, firstPauseMs: PAUSE_MS, pauseMsMax: PAUSE_MS, signal },
    );
    return modelFingerprint;
  } finally {
    client.close();
    tls?.close();
  }
}
