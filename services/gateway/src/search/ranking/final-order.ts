import { blendScores, neverRising } from './blend.js';
import type { Ranked } from '../candidate.js';

/**
 * The image whose pixels look most like the words is among the first three results, the second among the first six, …
 */
const RANKS_PER_SIGHT_RANK = 3;

/** Where words are compared with pixels, an image with poor words stays near its rank by sight; see docs/adr/0008. */
export function finalOrder<Image extends Ranked>(
  pool: readonly Image[],
  rerankScores: readonly number[],
  words: string,
): Image[] {
  const ordered = blendScores(pool, rerankScores, words);
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
