import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from '../domain/candidate.js';
import {
  imagesContaining,
  knownAsContaining,
  type ContainingImage,
} from '../domain/local-features/images-containing.js';
import { sameImages, type KnownImage, type QueryLook } from '../domain/same-image.js';
import type { VectorIndex } from '../domain/vector-index.js';

/** Reading and comparing the local features of one image takes a fraction of a millisecond. */
export const COMPARED_MAX = 30;

type Sought = QueryLook & {
  /** Those of the nearest that contain the query image, where they were compared already. */
  containing: readonly ContainingImage[] | undefined;
};

/** Those of the candidates, the nearest first, that are the query image; where none is, those that it is cut out of. */
export async function knownImages(
  nearest: readonly Candidate[],
  sought: Sought,
  index: VectorIndex,
  call: CallContext,
): Promise<KnownImage[]> {
  const same = sameImages(nearest, sought);
  if (same.length > 0) return same.map((candidate) => ({ candidate, as: 'isSameImage' as const }));
  const containing =
    sought.containing ?? (await containingAmong(nearestCompared(nearest), sought, index, call));
  return knownAsContaining(containing, nearest, sought);
}

export function nearestCompared(nearest: readonly Candidate[]): string[] {
  return nearest.slice(0, COMPARED_MAX).map(({ assetId }) => assetId);
}

/** Those of these images that the query image is cut out of, the surest first. */
export async function containingAmong(
  assetIds: readonly string[],
  { localFeatures }: QueryLook,
  index: VectorIndex,
  call: CallContext,
): Promise<ContainingImage[]> {
  if (localFeatures.length === 0) return [];
  return imagesContaining(assetIds, await index.localFeatures(assetIds, call), localFeatures);
}
