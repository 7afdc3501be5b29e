import { type Candidate, type RankedList, byScoreThenId } from '../index/candidate.js';

export interface WeightedList extends RankedList {
  weight: number;
  /** Of lists that compare the same things, an image counts where it stands best. */
  kind?: string;
}

/**
 * Reciprocal rank fusion: lists with unrelated scores can be combined. Divided by the best possible score, so that an
 * image that is first in every list has 1 (Cormack, Clarke, Büttcher, SIGIR 2009).
 */
export function fuse(lists: readonly WeightedList[]): Candidate[] {
  const fused = new Map<string, Fused>();
  let best = 0;
  const shares = new Map<string, Map<string, number>>();
  for (const { name, kind = name, weight, candidates } of lists) {
    const ofKind = shares.get(kind) ?? new Map<string, number>();
    shares.set(kind, ofKind);
    best += weight / (RANK_CONSTANT + 1);
    for (const [position, candidate] of candidates.entries()) {
      const rank = position + 1;
      const entry = fused.get(candidate.assetId) ?? { ...candidate, score: 0, ranks: {}, similarities: {} };
      const share = weight / (RANK_CONSTANT + rank);
      const counted = ofKind.get(candidate.assetId) ?? 0;
      entry.score += Math.max(0, share - counted);
      ofKind.set(candidate.assetId, Math.max(share, counted));
      entry.ranks[name] = rank;
      entry.similarities[name] = candidate.score;
      fused.set(candidate.assetId, entry);
    }
  }
  // All weights are 0 when only the words have a weight and they contain no term.
  for (const entry of fused.values()) entry.score = best === 0 ? 0 : roundScore(entry.score / best);
  return [...fused.values()].sort(byScoreThenId);
}

type Fused = Candidate & { ranks: Record<string, number>; similarities: Record<string, number> };

/** The paper's k: with it, good ranks in two lists outweigh a first rank in one. */
export const RANK_CONSTANT = 60;
/** The same for all lists: on the labelled queries of evaluation/relevance no other weights rank better. */
export const LIST_WEIGHT = 1;

/** Summing in another order changes the last bit; rounding keeps equal scores equal. */
export function roundScore(score: number): number {
  return Math.round(score * 1e12) / 1e12;
}
