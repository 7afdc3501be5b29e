import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Candidate } from '../domain/candidate.js';
import type { VectorIndex } from '../domain/vector-index.js';
import { finish, type Wanted } from './finish.js';
import { defaultListLimit } from './list-limits.js';

export interface SimilarQuery extends Wanted {
  assetId: string;
}

/** What ranks and similarities call the only list. */
export const SIMILAR_LIST = 'image';

/** The nearest images to an indexed one; scores are cosine similarities mapped to 0 to 1. */
export async function findSimilar(
  index: VectorIndex,
  query: SimilarQuery,
  call: CallContext,
): Promise<Candidate[]> {
  const { assetId, filters, limit, paletteNear } = query;
  // Collapsing and a wanted colour both need more candidates than the limit.
  const listLimit = defaultListLimit(limit);
  const nearest = await index.nearestTo(
    assetId,
    { filters, listLimit, withPalette: paletteNear !== undefined, withTexts: false },
    call,
  );
  if (nearest === undefined) {
    throw new AppError('seed_not_indexed', 'The asset is not in the index.', { ctx: { asset_id: assetId } });
  }
  const ranked = nearest.map((candidate, position) => ({
    ...candidate,
    score: Math.min(1, Math.max(0, (1 + candidate.score) / 2)),
    ranks: { [SIMILAR_LIST]: position + 1 },
    similarities: { [SIMILAR_LIST]: candidate.score },
  }));
  return finish(index, ranked, query, call);
}
