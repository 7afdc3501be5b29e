/**
 * How exactly vectors are compared. Measured by `npm run bench -- retrieval` (docs/benchmarks/index-engines.md); the reasons are in
 * docs/adr/0004-recall-under-filters.md.
 */

/**
 * With LanceDB, how many vectors are compared in full for each of a list: the nearest ones by codes of one bit a dimension, among all
 * that a filter leaves.
 */
export function fullComparisonsPerHit(listLimit: number): number {
  return Math.max(FULL_PER_HIT_MIN, Math.ceil(FULL_MIN / listLimit));
}

/** Lists of a hundred have a recall of 0.995 or more with 400 under each filter, and 0.972 with 200 (a million points). */
const FULL_MIN = 400;
const FULL_PER_HIT_MIN = 3;

/** Up to this many points Qdrant compares every vector. */
export const EXACT_POINTS_MAX = 20_000;

/**
 * What a filter leaves of a segment is scanned up to `exactKibMax`: 100,000 vectors of 384 numbers. Beyond that, ACORN also follows
 * neighbours that the filter excludes; without it, the recall of points far from the query was 0.82 under a filter that keeps
 * 80 % of a million points. Smaller values of `exactKibMax` add links for each value of a payload, which take most of the time of
 * a build and slow ACORN down.
 */
export const GRAPH_POLICY = {
  links: 16,
  buildCandidates: 128,
  candidatesMin: 128,
  candidatesPerHit: 2,
  /** Matches far from the query need more: with 1, one filter had a recall of 0.975 (a million points of 512 dimensions). */
  filteredFactor: 2,
  acornSelectivityMax: 0.9,
  exactKibMax: 150_000,
} as const;

/** How vectors are compressed in memory. Candidates found on compressed vectors are compared again on full ones. */
export const QUANTIZATIONS = ['none', 'int8', 'binary'] as const;

export type Quantization = (typeof QUANTIZATIONS)[number];

/**
 * int8 from the size where two vectors of 512 dimensions per point take 4 GB. An index that has grown needs a rebuild.
 */
export function quantizationOf(points: number): Quantization {
  return points < QUANTIZED_POINTS_MIN ? 'none' : 'int8';
}

export const QUANTIZED_POINTS_MIN = 1_000_000;

/**
 * As a multiple of the list limit. With one bit per dimension, lists of 10 had a recall of 0.933 with 40 candidates and
 * 1.000 with 600; lists of 100 keep 0.982 (100,000 points, every filter).
 */
export function oversamplingOf(quantization: Exclude<Quantization, 'none'>, listLimit: number): number {
  const { factor, candidatesMin } = OVERSAMPLING[quantization];
  return Math.max(factor, candidatesMin / listLimit);
}

const OVERSAMPLING = {
  int8: { factor: 2, candidatesMin: 0 },
  binary: { factor: 5, candidatesMin: 600 },
} as const;
