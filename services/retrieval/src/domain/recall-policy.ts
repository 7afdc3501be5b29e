/**
 * When a search compares vectors exactly, and how hard it looks when it does not: the one place that decides. Measured
 * by `pnpm bench:retrieval` (docs/scaling.md); the reasons are in docs/adr/0004-recall-under-filters.md.
 */
export function planRecall({ points, matching, listLimit }: Selection): RecallPlan {
  if (matching <= EXACT_POINTS_MAX) return { exact: true };
  return { exact: false, reach: Math.ceil((listLimit * points) / matching) };
}

export interface Selection {
  points: number;
  /** Points that satisfy the filter. */
  matching: number;
  listLimit: number;
}

export type RecallPlan =
  | { exact: true }
  /** `reach`: of all points, the nearest so many hold about `listLimit` that satisfy the filter. */
  | { exact: false; reach: number };

export const EXACT_POINTS_MAX = 20_000;

/** Of a graph (HNSW), which the server plans by itself with these bounds. */
export const GRAPH_POLICY = {
  links: 16,
  buildCandidates: 128,
  candidatesMin: 128,
  candidatesPerHit: 2,
  acornSelectivityMax: 0.4,
  exactKibMax: 10_000,
} as const;

/** How vectors are compressed in memory; what is found by compressed ones is compared again in full. */
export const QUANTIZATIONS = ['none', 'int8', 'binary'] as const;
export type Quantization = (typeof QUANTIZATIONS)[number];

/**
 * Unless the operator says otherwise: full vectors as long as they fit a machine, int8 from where two of 512 dimensions
 * a point take 4 GB. It is settled when an index is made, so that one that has grown gets it by a rebuild.
 */
export function quantizationOf(points: number): Quantization {
  return points < QUANTIZED_POINTS_MIN ? 'none' : 'int8';
}

export const QUANTIZED_POINTS_MIN = 1_000_000;

/**
 * How many candidates are compared in full, against the hits wanted, when the graph is walked on compressed vectors. A
 * bit a dimension orders near neighbours badly, so that a short list takes as many as a long one.
 */
export function oversamplingOf(quantization: Exclude<Quantization, 'none'>, listLimit: number): number {
  const { factor, candidatesMin } = OVERSAMPLING[quantization];
  return Math.max(factor, candidatesMin / listLimit);
}

const OVERSAMPLING = {
  int8: { factor: 2, candidatesMin: 0 },
  binary: { factor: 5, candidatesMin: 600 },
} as const;
