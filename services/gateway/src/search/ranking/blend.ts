import type { Ranked } from '../candidate.js';

/**
 * Retrieval knows what images and texts mean as a whole, the reranker which words stand where. On the labelled queries
 * of evaluation/relevance .5 and .6 do alike.
 */
const RERANK_SHARE = 0.5;

/** A blend of both scores. Candidates without a score follow in retrieval order, below all others. */
export function blendScores<Image extends Ranked>(
  pool: readonly Image[],
  rerankScores: readonly number[],
): Image[] {
  const scored = pool.slice(0, rerankScores.length).map((candidate, index) => ({
    ...candidate,
    rerankScore: rerankScores[index],
    score: RERANK_SHARE * (rerankScores[index] ?? 0) + (1 - RERANK_SHARE) * candidate.score,
  }));
  scored.sort((a, b) => b.score - a.score);
  return neverRising([...scored, ...pool.slice(rerankScores.length)]);
}

/** The candidates with each score capped by the one before it. */
export function neverRising<Image extends Ranked>(candidates: readonly Image[]): Image[] {
  let ceiling = 1;
  return candidates.map((candidate) => {
    ceiling = Math.min(ceiling, Math.max(0, candidate.score));
    return { ...candidate, score: ceiling };
  });
}
