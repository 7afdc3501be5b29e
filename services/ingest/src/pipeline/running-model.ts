import { AppError } from '@imagesearch/service-kit/errors';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { callWithRetry } from './call-with-retry.js';
import { readyModel, type WaitForModelOptions } from './ready-model.js';

const CALL_TIMEOUT_MS = 30_000;

/** @throws AppError `model_mismatch` when another model filled the index, which would refuse every point. */
export async function runningModel(
  clients: Pick<IngestClients, 'embedding' | 'retrieval'>,
  options: WaitForModelOptions,
): Promise<string> {
  const { fingerprint, profile } = await readyModel(clients, options);
  const { modelFingerprint } = await callWithRetry(
    (call) => clients.retrieval.describeIndex({ approximate: true }, call),
    { timeoutMs: CALL_TIMEOUT_MS, signal: options.signal },
  );
  if (modelFingerprint === '' || modelFingerprint === fingerprint) return fingerprint;
  throw new AppError(
    'model_mismatch',
    `The index was filled by model ${modelFingerprint}, and the embedding service runs ${fingerprint} (${profile}). ` +
      'Embed every stored picture again first: npm run ingest -- reindex.',
  );
}
