import type { Asset } from '../asset.js';
import type { Hit } from './result.js';

/** A hydrated candidate with its place in the pool. */
export interface Ranked {
  asset: Asset;
  /** Fused retrieval score, 0 to 1. */
  score: number;
  /** Place among the pictures whose pixels look like the words, from 1. */
  sightRank?: number | undefined;
}

/**
 * Share of the reranker's judgement in the final score; the rest is the retrieval score. Retrieval knows how pictures
 * look and what texts mean as a whole, the reranker which words stand where: neither may overrule the other. Chosen on
 * the labelled queries of evaluation/relevance, where .5 and .6 do alike.
 */
const RERANK_SHARE = 0.5;

/**
 * Puts the head of the pool in its final order. The reranker's score and the retrieval score are blended; what was not
 * judged follows in retrieval order, below everything that was.
 */
export function blendScores(pool: readonly Ranked[], rerankScores: readonly number[]): Hit[] {
  const judged = pool.slice(0, rerankScores.length).map(({ asset, score }, index) => ({
    asset,
    score: RERANK_SHARE * (rerankScores[index] ?? 0) + (1 - RERANK_SHARE) * score,
  }));
  judged.sort((a, b) => b.score - a.score);
  return neverRising([...judged, ...pool.slice(rerankScores.length)]);
}

/** The hits with each score capped by the one before it. */
export function neverRising(hits: readonly Hit[]): Hit[] {
  let ceiling = 1;
  return hits.map(({ asset, score }) => {
    ceiling = Math.min(ceiling, Math.max(0, score));
    return { asset, score: ceiling };
  });
}
