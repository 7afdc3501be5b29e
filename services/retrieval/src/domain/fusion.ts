import { byScoreThenId, type Candidate } from './candidate.js';

/** What one query vector, or the words, recalled; best first. */
export interface RankedList {
  /** Of the query vector, or `WORDS_LIST`. */
  name: string;
  candidates: readonly Candidate[];
}

export interface WeightedList extends RankedList {
  /** How much the list counts, 0 or more. */
  weight: number;
}

export const WORDS_LIST = 'words';

/**
 * Reciprocal rank fusion: each list gives weight / (k + rank) to what it holds, so that lists whose scores
 * have nothing in common (BM25, cosine) can be added. Scores are divided by the best possible one: 1 is first
 * in every list that was asked for.
 * Source: Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet…", SIGIR 2009.
 */
export function fuse(lists: readonly WeightedList[]): Candidate[] {
  const fused = new Map<string, Candidate & { ranks: Record<string, number> }>();
  let best = 0;
  for (const { name, weight, candidates } of lists) {
    best += weight / (RANK_CONSTANT + 1);
    for (const [position, candidate] of candidates.entries()) {
      const rank = position + 1;
      const entry = fused.get(candidate.assetId) ?? { ...candidate, score: 0, ranks: {} };
      entry.score += weight / (RANK_CONSTANT + rank);
      entry.ranks[name] = rank;
      fused.set(candidate.assetId, entry);
    }
  }
  // All weights are 0 where words that are no terms were the only list with a say.
  for (const entry of fused.values()) entry.score = best === 0 ? 0 : roundScore(entry.score / best);
  return [...fused.values()].sort(byScoreThenId);
}

/** The paper's k: large enough that a first rank in one list does not outweigh good ranks in two. */
export const RANK_CONSTANT = 60;

/** Equal: on the labelled queries of evaluation/relevance no other weights of words and captions rank better in the end. */
export const LIST_WEIGHT = 1;

/** Sums of the same parts in another order differ in the last bit; a tie has to be one. */
export function roundScore(score: number): number {
  return Math.round(score * 1e12) / 1e12;
}
