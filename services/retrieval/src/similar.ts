import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { VectorIndex } from './index/vector-index.js';
import { listLimitOf, searchSoftly, type Found, type Wanted } from './search.js';

interface SimilarQuery extends Wanted {
  assetId: string;
}

/** What ranks and similarities call the only list. */
const SIMILAR_LIST = 'image';

/** The nearest images to an indexed one; scores are cosine similarities mapped to 0 to 1. */
export function findSimilar(index: VectorIndex, query: SimilarQuery, call: CallContext): Promise<Found> {
  const { assetId, limit } = query;
  // Collapsing and a wanted colour both need more candidates than the limit.
  const listLimit = listLimitOf(limit);
  return searchSoftly(index, query, call, {
    listLimit,
    lists: async (filters) => {
      const candidates = await index.nearestTo(assetId, { filters, listLimit }, call);
      if (candidates !== undefined) return [{ name: SIMILAR_LIST, candidates }];
      throw new AppError('seed_not_indexed', 'The asset is not in the index.', {
        ctx: { asset_id: assetId },
      });
    },
    rank: ([list]) =>
      (list?.candidates ?? []).map((candidate, position) => ({
        ...candidate,
        score: Math.min(1, Math.max(0, (1 + candidate.score) / 2)),
        ranks: { [SIMILAR_LIST]: position + 1 },
        similarities: { [SIMILAR_LIST]: candidate.score },
      })),
  });
}
