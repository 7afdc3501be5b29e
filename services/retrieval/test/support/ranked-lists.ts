import { candidateOf, type Candidate } from '../../src/index/candidate.js';
import type { WeightedList } from '../../src/rank/fusion.js';

export const LIST_NAMES = ['words', 'caption', 'image'] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** Ids of each list, best first. */
export type Lists = Partial<Record<ListName, readonly string[]>>;

/** Lists of candidates about which nothing is known but their place. */
export function weighted(lists: Lists, weights: Partial<Record<ListName, number>> = {}): WeightedList[] {
  return (Object.entries(lists) as [ListName, readonly string[]][]).map(([name, ids]) => ({
    name,
    weight: weights[name] ?? 1,
    candidates: ids.map((assetId) => unknown(assetId, 1)),
  }));
}

export function unknown(assetId: string, score: number): Candidate {
  return candidateOf({ assetId, score, perceptualHash: null });
}
