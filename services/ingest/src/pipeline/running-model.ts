import { AppError } from '@imagesearch/service-kit/errors';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { callWithRetry } from './call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;

/** @throws AppError `model_mismatch` when another model filled the index, which would refuse every point. */
export async function runningModel(
  { embedding, retrieval }: Pick<IngestClients, 'embedding' | 'retrieval'>,
  signal: AbortSignal,
): Promise<string> {
  const callOptions = { timeoutMs: CALL_TIMEOUT_MS, signal };
  const [{ fingerprint, profile }, { modelFingerprint }] = await Promise.all([
    callWithRetry((call) => embedding.describeModel({}, call), callOptions),
    callWithRetry((call) => retrieval.describeIndex({}, call), callOptions),
  ]);
  if (modelFingerprint === '' || modelFingerprint === fingerprint) return fingerprint;
  throw new AppError(
    'model_mismatch',
    `The index was filled by model ${modelFingerprint}, and the embedding service runs ${fingerprint} (${profile}). ` +
      'Embed every stored picture again first: npm run ingest -- reindex.',
  );
}
