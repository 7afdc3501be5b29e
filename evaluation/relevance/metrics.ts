import { createRandom } from '@imagesearch/testkit/random';
import type { LabelledQuery } from './judgements.js';

/** Both measures look at this many results, the size of a first page. */
export const CUTOFF = 10;

/** How good one answer is; both 0 to 1. */
export interface Quality {
  ndcg: number;
  recall: number;
}

export function qualityOf({ grades }: Pick<LabelledQuery, 'grades'>, assetIds: readonly string[]): Quality {
  const found = assetIds.slice(0, CUTOFF).map((assetId) => grades.get(assetId) ?? 0);
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, CUTOFF);
  return {
    ndcg: gainOf(found) / gainOf(ideal),
    // Of what the page can hold: a query with thirty relevant images is answered in full by ten of them.
    recall: found.filter((grade) => grade > 0).length / ideal.length,
  };
}

/**
 * Discounted cumulative gain with exponential grades.
 * Source: Burges et al., "Learning to Rank using Gradient Descent", ICML 2005.
 */
function gainOf(grades: readonly number[]): number {
  return grades.reduce((sum, grade, position) => sum + (2 ** grade - 1) / Math.log2(position + 2), 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const RESAMPLES = 10_000;

/**
 * The 95 % interval of the mean of paired differences: the queries are drawn again and again, with replacement,
 * and the interval spans the middle 95 % of the means. The same differences give the same interval.
 */
export function bootstrapInterval(differences: readonly number[]): [low: number, high: number] {
  const random = createRandom(1).uniform;
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.round(share * (RESAMPLES - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}
