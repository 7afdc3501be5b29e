import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from '../domain/candidate.js';
import { imagesContaining } from '../domain/local-features/images-containing.js';
import { sameImages, type KnownImage, type QueryLook } from '../domain/same-image.js';
import type { VectorIndex } from '../domain/vector-index.js';

/** Reading and comparing the local features of one image takes a fraction of a millisecond. */
const COMPARED_MAX = 30;

/** Those of the candidates, the nearest first, that are the query image; where none is, those that it is cut out of. */
export async function knownImages(
  index: VectorIndex,
  nearest: readonly Candidate[],
  look: QueryLook,
  call: CallContext,
): Promise<KnownImage[]> {
  const same = sameImages(nearest, look);
  if (same.length > 0) return same.map((candidate) => ({ candidate, as: 'isSameImage' as const }));
  if (look.localFeatures.length === 0) return [];
  const compared = nearest.slice(0, COMPARED_MAX);
  const ids = compared.map(({ assetId }) => assetId);
  return imagesContaining(compared, await index.localFeatures(ids, call), look);
}
