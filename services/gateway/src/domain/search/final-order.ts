import { blendScores, neverRising, type Ranked } from './blend.js';
import type { Hit } from './result.js';

/**
 * Places down the answer for each place by sight: the picture whose pixels look most like the words is among the first
 * three, the second among the first six, and so on.
 */
const PLACES_PER_SIGHT_RANK = 3;

/**
 * The pool in its final order: retrieval and verdict blended; and where words meet pictures, no picture falls far below
 * its place by sight because its own words are poor. See docs/adr/0008.
 */
export function orderBy(pool: readonly Ranked[], rerankScores: readonly number[]): Hit[] {
  const sightRanks = new Map(pool.map(({ asset, sightRank }) => [asset.assetId, sightRank]));
  const hits = blendScores(pool, rerankScores);
  const seen = hits
    .flatMap((hit) => {
      const rank = sightRanks.get(hit.asset.assetId);
      return rank === undefined ? [] : [{ hit, placeMax: PLACES_PER_SIGHT_RANK * rank }];
    })
    .sort((a, b) => a.placeMax - b.placeMax);
  for (const { hit, placeMax } of seen) {
    const from = hits.findIndex(({ asset }) => asset.assetId === hit.asset.assetId);
    const displaced = hits[placeMax - 1];
    if (from < placeMax || displaced === undefined) continue;
    hits.splice(from, 1);
    hits.splice(placeMax - 1, 0, { asset: hit.asset, score: displaced.score });
  }
  return neverRising(hits);
}
