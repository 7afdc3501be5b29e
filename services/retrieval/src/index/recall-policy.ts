import type { Backend } from './vector-index.js';

/**
 * Whether a search compares every vector that its filters leave. Measured by `npm run bench -- retrieval` (docs/benchmarks/index-engines.md);
 * the reasons are in docs/adr/0004-recall-under-filters.md.
 */
export function isExact(backend: Backend, { points, isFiltered }: Selection): boolean {
  return points <= EXACT_POINTS_MAX[backend] || (isFiltered && EXACT_UNDER_FILTERS[backend]);
}

interface Selection {
  points: number;
  isFiltered: boolean;
}

/** Up to this many points every vector is compared; at 512 dimensions LanceDB needs about 20 ms. */
export const EXACT_POINTS_MAX: Readonly<Record<Backend, number>> = { lancedb: 100_000, qdrant: 20_000 };
/** LanceDB filters before it compares, so an exact search under a filter is cheap. Qdrant decides by itself. */
const EXACT_UNDER_FILTERS: Readonly<Record<Backend, boolean>> = { lancedb: true, qdrant: false };

/** Of 316 groups, 80 hold 0.995 of the nearest hundred points and 160 hold 0.999. */
export function groupsToVisit(listLimit: number): number {
  return Math.max(GROUPS_MIN, listLimit);
}

const GROUPS_MIN = 128;

/**
 * ACORN also follows neighbours that the filter excludes. It takes about four times as long; without it, the recall of
 * points far from the query was 0.968 under a filter that keeps 40 % of the points.
 */
export const GRAPH_POLICY = {
  links: 16,
  buildCandidates: 128,
  candidatesMin: 128,
  candidatesPerHit: 2,
  acornSelectivityMax: 0.7,
  exactKibMax: 10_000,
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
