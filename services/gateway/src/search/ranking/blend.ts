import type { HydratedCandidate } from '../candidate.js';

/**
 * Share of the reranker's score in the final one; the rest is the retrieval score. Retrieval knows how images look and what
 * texts mean as a whole, the reranker which words stand where: neither may overrule the other. Chosen on the labelled
 * queries of evaluation/relevance, where .5 and .6 do alike.
 */
const RERANK_SHARE = 0.5;

/**
 * Puts the head of the pool in its final order by a blend of both scores. What the reranker did not score follows in
 * retrieval order, below everything that it did.
 */
export function blendScores(
  pool: readonly HydratedCandidate[],
  rerankScores: readonly number[],
): HydratedCandidate[] {
  const scored = pool.slice(0, rerankScores.length).map((candidate, index) => ({
    ...candidate,
    rerankScore: rerankScores[index],
    score: RERANK_SHARE * (rerankScores[index] ?? 0) + (1 - RERANK_SHARE) * candidate.score,
  }));
  scored.sort((a, b) => b.score - a.score);
  return neverRising([...scored, ...pool.slice(rerankScores.length)]);
}

/** The candidates with each score capped by the one before it. */
export function neverRising(candidates: readonly HydratedCandidate[]): HydratedCandidate[] {
  let ceiling = 1;
  return candidates.map((candidate) => {
    ceiling = Math.min(ceiling, Math.max(0, candidate.score));
    return { ...candidate, score: ceiling };
  });
}
