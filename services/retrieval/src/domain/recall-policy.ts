import type { Backend } from './vector-index.js';

/**
 * Whether a search compares all that its filter leaves, or looks where the nearest are likely to be. This file is the one
 * place that decides how hard a search looks. Measured by `pnpm bench:retrieval` (docs/scaling.md); the reasons are in
 * docs/adr/0004-recall-under-filters.md.
 */
export function isExact(backend: Backend, { points, isFiltered }: Selection): boolean {
  return points <= EXACT_POINTS_MAX[backend] || (isFiltered && EXACT_UNDER_FILTERS[backend]);
}

export interface Selection {
  points: number;
  isFiltered: boolean;
}

/** Up to so many points everything is compared; LanceDB takes some 20 ms for that at 512 dimensions. */
export const EXACT_POINTS_MAX: Readonly<Record<Backend, number>> = { lancedb: 100_000, qdrant: 20_000 };

/**
 * LanceDB skips what a filter leaves out before it compares, so that a filter makes the whole cheaper, while the nearest
 * groups miss most of what lies far from the query. Qdrant judges by itself what a filter leaves (`exactKibMax`).
 */
const EXACT_UNDER_FILTERS: Readonly<Record<Backend, boolean>> = { lancedb: true, qdrant: false };

/**
 * Of vectors in groups (IVF): the nearest groups that are visited. Of 316 groups 80 hold 0.995 of the nearest hundred, and
 * 160 hold 0.999; the nearest ten take half as many.
 */
export function groupsToVisit(listLimit: number): number {
  return Math.max(GROUPS_MIN, listLimit);
}

const GROUPS_MIN = 128;

/**
 * Of a graph (HNSW), which the server plans by itself with these bounds. ACORN looks past neighbours that a filter leaves
 * out, and takes some four times as long. Without it, what a filter left far from the query was found with a recall of 0.968
 * where it left 40 %, 0.983 at 60 % and 0.993 at 80 %.
 */
export const GRAPH_POLICY = {
  links: 16,
  buildCandidates: 128,
  candidatesMin: 128,
  candidatesPerHit: 2,
  acornSelectivityMax: 0.7,
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
 * bit a dimension orders near neighbours badly, so that a short list takes as many as a long one: with 40 candidates lists of 10
 * had a recall of 0.933, with 600 of 1.000 (100,000 points, every filter); lists of 100 keep 0.982.
 */
export function oversamplingOf(quantization: Exclude<Quantization, 'none'>, listLimit: number): number {
  const { factor, candidatesMin } = OVERSAMPLING[quantization];
  return Math.max(factor, candidatesMin / listLimit);
}

const OVERSAMPLING = {
  int8: { factor: 2, candidatesMin: 0 },
  binary: { factor: 5, candidatesMin: 600 },
} as const;
