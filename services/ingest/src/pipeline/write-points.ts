import type { Dimensions, PointInput } from '@imagesearch/contracts/messages';
import type { Services } from './service-calls.js';

/** What the index holds of an asset, and the model that it is of. */
export interface ModelPoint {
  modelFingerprint: string;
  /** Of the model's vectors. */
  dimensions: Dimensions | null;
  point: PointInput;
}

/**
 * Writes to the index, with one call for each model.
 * @param rebuildId The index that is being built; without it the points go to the index that serves.
 */
export async function writePoints(
  entries: readonly ModelPoint[],
  { retrieval }: Services,
  rebuildId?: string,
): Promise<void> {
  const fingerprints = new Set(entries.map(({ modelFingerprint }) => modelFingerprint));
  for (const modelFingerprint of fingerprints) {
    const ofModel = entries.filter((entry) => entry.modelFingerprint === modelFingerprint);
    const points = ofModel.map(({ point }) => point);
    const dimensions = ofModel[0]?.dimensions ?? null;
    const into = rebuildId === undefined ? {} : { rebuildId };
    const request = { modelFingerprint, dimensions, points, ...into };
    await retrieval.upsertPoints(request);
  }
}
