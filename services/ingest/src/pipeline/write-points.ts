import type { IngestClients } from '@imagesearch/contracts/clients';
import type { JournalledPoint } from '../runs/journal.js';
import { callWithRetry } from './call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;

export interface WritePointsOptions {
  clients: Pick<IngestClients, 'retrieval'>;
  signal: AbortSignal;
  /** The index that is being built; without it the points go to the index that serves. */
  rebuildId?: string;
}

/** Writes at most one batch to the index, with one call for each model. */
export async function writePoints(
  entries: readonly JournalledPoint[],
  { clients: { retrieval }, signal, rebuildId }: WritePointsOptions,
): Promise<void> {
  const fingerprints = new Set(entries.map(({ modelFingerprint }) => modelFingerprint));
  for (const modelFingerprint of fingerprints) {
    const ofModel = entries.filter((entry) => entry.modelFingerprint === modelFingerprint);
    const points = ofModel.map(({ point }) => point);
    const dimensions = ofModel[0]?.dimensions ?? null;
    const request = {
      modelFingerprint,
      dimensions,
      points,
      ...(rebuildId !== undefined && { rebuildId }),
    };
    await callWithRetry((call) => retrieval.upsertPoints(request, call), {
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    });
  }
}
