import { blendScores, neverRising } from './blend.js';
import type { HydratedCandidate } from '../candidate.js';

/**
 * Ranks down the answer for each rank by sight: the image whose pixels look most like the words is among the first
 * three, the second among the first six, and so on.
 */
const RANKS_PER_SIGHT_RANK = 3;

/**
 * The pool in its final order: a blend of retrieval and reranking. Where words are compared with pixels, no image falls far
 * below its rank by sight because its own words are poor. See docs/adr/0008.
 */
export function finalOrder(
  pool: readonly HydratedCandidate[],
  rerankScores: readonly number[],
): HydratedCandidate[] {
  const ordered = blendScores(pool, rerankScores);
  const seen = ordered
    .flatMap((candidate) => {
      const { sightRank } = candidate;
      return sightRank === undefined ? [] : [{ candidate, rankMax: RANKS_PER_SIGHT_RANK * sightRank }];
    })
    .sort((a, b) => a.rankMax - b.rankMax);
  for (const { candidate, rankMax } of seen) {
    const from = ordered.findIndex(({ assetId }) => assetId === candidate.assetId);
    const displaced = ordered[rankMax - 1];
    if (from < rankMax || displaced === undefined) continue;
    ordered.splice(from, 1);
    ordered.splice(rankMax - 1, 0, { ...candidate, score: displaced.score });
  }
  return neverRising(ordered);
}
