import type { Candidate } from '../candidate.js';

/** Share of the best text score from which an image answers the words about as well as the best one. */
const GOOD_SHARE = 0.6;

/**
 * Tells images that answer the words about as well as the best of those found without the brief's wishes. Images whose texts
 * have no score, because the reranker failed or no text matches, have to be among those found.
 */
export function answersWords(
  open: readonly Candidate[],
  scores: ReadonlyMap<string, number> | undefined,
): (candidate: Candidate) => boolean {
  const found = new Set(open.map(({ assetId }) => assetId));
  const best = Math.max(0, ...open.map(({ assetId }) => scores?.get(assetId) ?? 0));
  if (scores === undefined || best === 0) return ({ assetId }) => found.has(assetId);
  return ({ assetId }) => (scores.get(assetId) ?? 0) >= GOOD_SHARE * best;
}
