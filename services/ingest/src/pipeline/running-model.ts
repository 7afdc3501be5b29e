import { AppError } from '@imagesearch/service-kit/errors';
import type { IngestClients } from '../clients.js';
import { callWithRetry } from './call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;

/**
 * Fingerprint of the model that the embedding service runs.
 * @throws AppError `model_mismatch` when another one filled the index, which would refuse every image later.
 */
export async function runningModel(
  { embedding, retrieval }: Pick<IngestClients, 'embedding' | 'retrieval'>,
  signal: AbortSignal,
): Promise<string> {
  const patience = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const [{ fingerprint, profile }, { modelFingerprint }] = await Promise.all([
    callWithRetry((call) => embedding.describeModel({}, call), patience),
    callWithRetry((call) => retrieval.describeIndex({}, call), patience),
  ]);
  if (modelFingerprint === '' || modelFingerprint === fingerprint) return fingerprint;
  throw new AppError(
    'model_mismatch',
    `The index was filled by model ${modelFingerprint}, and the embedding service runs ${fingerprint} (${profile}). ` +
      'Have every stored picture embedded anew first: npm run ingest -- reindex.',
  );
}
