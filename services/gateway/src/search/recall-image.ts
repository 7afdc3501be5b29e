import type { RecallQuery, Recalled } from './ports.js';

type Parts = Pick<RecallQuery, 'localFeatures' | 'nearest'>;

export const NO_PARTS: Parts = { localFeatures: [], nearest: [] };

/**
 * Recalls by an image. Only when it is not indexed itself are its local features computed, and compared with those of the
 * nearest images. It is recalled again only where one of them contains it, which then comes first.
 */
export async function recallImage(
  recall: (parts: Parts) => Promise<Recalled>,
  describe: () => Promise<readonly string[]>,
): Promise<Recalled> {
  const recalled = await recall(NO_PARTS);
  if (recalled.candidates.some(({ isSameImage }) => isSameImage === true)) return recalled;
  const localFeatures = await describe();
  if (localFeatures.length === 0) return recalled;
  const compared = await recall({ localFeatures, nearest: recalled.nearest });
  return compared.isUnchanged ? recalled : compared;
}
