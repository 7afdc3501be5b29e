import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { IndexReads } from './index/vector-index.js';
import { listLimitOf, searchSoftly, type Found, type Wanted } from './search.js';

interface SimilarQuery extends Wanted {
  assetId: string;
}

/** What ranks and similarities call the only list. */
const SIMILAR_LIST = 'image';

/** The nearest images to an indexed one; scores are cosine similarities mapped to 0 to 1. */
export async function findSimilar(
  points: IndexReads,
  query: SimilarQuery,
  call: CallContext,
): Promise<Found> {
  const { assetId, limit } = query;
  const seed = (await points.read([assetId], ['image'])).get(assetId);
  if (seed === undefined) {
    throw new AppError('seed_not_indexed', 'The asset is not in the index.', { ctx: { asset_id: assetId } });
  }
  const vectors = [{ name: SIMILAR_LIST, target: 'image' as const, values: seed.image }];
  // Collapsing and a wanted colour both need more candidates than the limit.
  const listLimit = listLimitOf(limit);
  return searchSoftly(points, query, call, {
    listLimit,
    lists: async (filters) => {
      // The image itself is among them.
      const lists = await points.retrieve({ terms: [], vectors, filters, listLimit: listLimit + 1 }, call);
      return lists.map(({ name, candidates }) => ({
        name,
        candidates: candidates.filter((candidate) => candidate.assetId !== assetId).slice(0, listLimit),
      }));
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
