import type { Candidate } from './ports.js';

/** What one recall found. */
export interface FoundPool {
  /** Ranked lists that were fused into its scores, all of the same weight. */
  lists: number;
  candidates: readonly FoundCandidate[];
}

export interface FoundCandidate extends Candidate {
  /** Copies of the same picture that this one stands for. */
  duplicates: readonly string[];
}

/**
 * One pool out of two that were recalled by different lists. Fused scores are means over lists of what each list gives by
 * rank, so their mean by the number of lists is the score that one fusion of all lists would have given; a picture that a
 * pool lacks has nothing from its lists.
 */
export function joinPools(first: FoundPool, second: FoundPool, limit: number): Candidate[] {
  const lists = first.lists + second.lists;
  const joined = new Map(
    first.candidates.map(({ assetId, score }) => [assetId, (score * first.lists) / lists]),
  );
  for (const [assetId, score] of bestOfCopies(second, standInsOf(first))) {
    joined.set(assetId, (joined.get(assetId) ?? 0) + (score * second.lists) / lists);
  }
  return Array.from(joined, ([assetId, score]) => ({ assetId, score }))
    .sort((a, b) => b.score - a.score || (a.assetId < b.assetId ? -1 : 1))
    .slice(0, limit);
}

/** Which candidate of a pool stands for each of its pictures. */
function standInsOf({ candidates }: FoundPool): Map<string, string> {
  return new Map(
    candidates.flatMap(({ assetId, duplicates }) =>
      [assetId, ...duplicates].map((id) => [id, assetId] as const),
    ),
  );
}

/** Scores under the ids that stand for them in the other pool; copies of one picture count by the best of them. */
function bestOfCopies({ candidates }: FoundPool, standIns: ReadonlyMap<string, string>): Map<string, number> {
  const best = new Map<string, number>();
  for (const { assetId, duplicates, score } of candidates) {
    const known = [assetId, ...duplicates].find((id) => standIns.has(id));
    const id = known === undefined ? assetId : (standIns.get(known) ?? assetId);
    best.set(id, Math.max(best.get(id) ?? 0, score));
  }
  return best;
}
