import type { Recalled } from './ports.js';

/**
 * Recalls by an image. Only when it is not indexed itself are its local features computed, which takes as long as all the rest,
 * and images sought that it is cut out of.
 */
export async function recallImage(
  recall: (localFeatures: readonly string[]) => Promise<Recalled>,
  describe: () => Promise<readonly string[]>,
): Promise<Recalled> {
  const recalled = await recall([]);
  if (recalled.candidates.some(({ isSameImage }) => isSameImage === true)) return recalled;
  const localFeatures = await describe();
  return localFeatures.length === 0 ? recalled : recall(localFeatures);
}
