import { compareIds, type ListName } from './vector-index.js';

/**
 * Reciprocal rank fusion: each list gives weight / (k + rank) to what it holds, so that lists whose scores
 * have nothing in common (BM25, cosine) can be added. Scores are divided by the best possible one: 1 is first
 * in every list that was asked for.
 * Source: Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet…", SIGIR 2009.
 */
export function fuse(
  lists: Partial<Record<ListName, readonly string[]>>,
  weights: Readonly<Record<ListName, number>> = LIST_WEIGHTS,
): Fused[] {
  const fused = new Map<string, Fused>();
  let best = 0;
  for (const [name, ids] of Object.entries(lists) as [ListName, readonly string[]][]) {
    best += weights[name] / (RANK_CONSTANT + 1);
    for (const [position, assetId] of ids.entries()) {
      const rank = position + 1;
      const entry = fused.get(assetId) ?? { assetId, score: 0, ranks: {} };
      entry.score += weights[name] / (RANK_CONSTANT + rank);
      entry.ranks[name] = rank;
      fused.set(assetId, entry);
    }
  }
  for (const entry of fused.values()) entry.score = roundScore(entry.score / best);
  return [...fused.values()].sort(byScoreThenId);
}

export interface Fused {
  assetId: string;
  /** 0 to 1. */
  score: number;
  /** From 1; a list that does not hold the asset is missing. */
  ranks: Partial<Record<ListName, number>>;
}

/** The paper's k: large enough that first place in one list does not outweigh good places in two. */
export const RANK_CONSTANT = 60;

/** Equal: on the labelled queries of evaluation/relevance no other weights of words and captions rank better in the end. */
export const LIST_WEIGHTS: Readonly<Record<ListName, number>> = { words: 1, caption: 1, image: 1 };

export function byScoreThenId(a: Fused, b: Fused): number {
  return b.score - a.score || compareIds(a.assetId, b.assetId);
}

/** Sums of the same parts in another order differ in the last bit; a tie has to be one. */
export function roundScore(score: number): number {
  return Math.round(score * 1e12) / 1e12;
}
