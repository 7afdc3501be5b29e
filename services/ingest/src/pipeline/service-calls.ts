import type { IngestClients } from '@imagesearch/contracts/clients';
import type { DescribeModelResponse } from '@imagesearch/contracts/messages';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { isTransient } from '@imagesearch/service-kit/resilience/transient-errors';

/** About a minute in all: a service restarts in less. */
const RETRIES = 6;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 20_000;
/** Of one attempt. */
const CALL_TIMEOUT_MS = 30_000;

/** Calls a service, and retries while it is unavailable. Every RPC of ingestion is idempotent. @throws AppError */
export function callWithRetry<Answer>(
  call: (context: CallContext) => Promise<Answer>,
  signal: AbortSignal,
  timeoutMs = CALL_TIMEOUT_MS,
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

/** @throws AppError `model_mismatch` when another model filled the index, which would refuse every point. */
export async function runningModel(
  clients: Pick<IngestClients, 'embedding' | 'retrieval'>,
  signal: AbortSignal,
): Promise<string> {
  const { fingerprint, profile } = await callWithRetry(
    (call) => clients.embedding.describeModel({}, call),
    signal,
  );
  const { modelFingerprint } = await callWithRetry(
    (call) => clients.retrieval.describeIndex({ approximate: true }, call),
    signal,
  );
  requireSameModel({ fingerprint, profile }, modelFingerprint);
  return fingerprint;
}

/**
 * The same without any retry, for somebody who waits for the answer.
 * @throws AppError `dependency_unavailable` while a service is down, `model_mismatch`.
 */
export async function requireRunningModel(
  { embedding, retrieval }: Pick<IngestClients, 'embedding' | 'retrieval'>,
  call: CallContext,
): Promise<void> {
  const [model, { modelFingerprint }] = await Promise.all([
    embedding.describeModel({}, call),
    retrieval.describeIndex({ approximate: true }, call),
  ]);
  requireSameModel(model, modelFingerprint);
}

function requireSameModel(
  { fingerprint, profile }: Pick<DescribeModelResponse, 'fingerprint' | 'profile'>,
  modelFingerprint: string,
): void {
  if (modelFingerprint === '' || modelFingerprint === fingerprint) return;
  throw new AppError(
    'model_mismatch',
    `The index was filled by model ${modelFingerprint}, and the embedding service runs ${fingerprint} (${profile}). ` +
      'Embed every stored image again first: npm run ingest -- reindex.',
  );
}
