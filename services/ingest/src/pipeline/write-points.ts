import type { IngestClients } from '@imagesearch/contracts/clients';
import type { Dimensions, PointInput } from '@imagesearch/contracts/messages';
import { callWithRetry } from './service-calls.js';

/** What the index holds of an asset, and the model that it is of. */
export interface ModelPoint {
  modelFingerprint: string;
  /** Of the model's vectors. */
  dimensions: Dimensions | null;
  point: PointInput;
}

interface WritePointsOptions {
  clients: Pick<IngestClients, 'retrieval'>;
  signal: AbortSignal;
  /** The index that is being built; without it the points go to the index that serves. */
  rebuildId?: string;
}

/** Writes to the index, with one call for each model. */
export async function writePoints(
  entries: readonly ModelPoint[],
  { clients: { retrieval }, signal, rebuildId }: WritePointsOptions,
): Promise<void> {
  const fingerprints = new Set(entries.map(({ modelFingerprint }) => modelFingerprint));
  for (const modelFingerprint of fingerprints) {
    const ofModel = entries.filter((entry) => entry.modelFingerprint === modelFingerprint);
    const points = ofModel.map(({ point }) => point);
    const dimensions = ofModel[0]?.dimensions ?? null;
    const into = rebuildId === undefined ? {} : { rebuildId };
    const request = { modelFingerprint, dimensions, points, ...into };
    await callWithRetry((call) => retrieval.upsertPoints(request, call), signal);
  }
}
