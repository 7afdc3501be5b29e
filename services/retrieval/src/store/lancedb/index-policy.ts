import { Index } from '@lancedb/lancedb';

/** When the embedded engine trades exactness for speed, and how long it keeps what was replaced. */
export interface IndexPolicy {
  /**
   * Below this many points every vector is compared: exact under any filter, and a few milliseconds.
   * Above it the scan outgrows the time that a search has.
   */
  annPointsMin: number;
  /** A search in flight may still read a replaced version; none lasts longer than this. */
  versionRetentionMs: number;
}

export const INDEX_POLICY: IndexPolicy = { annPointsMin: 50_000, versionRetentionMs: 60_000 };

/** HNSW graphs inside few IVF partitions: one graph answers better than many small ones, up to about a million points. */
export function annIndex(points: number): Index {
  return Index.hnswSq({
    distanceType: 'cosine',
    numPartitions: Math.max(1, Math.ceil(points / POINTS_PER_GRAPH)),
    m: 20,
    efConstruction: 300,
  });
}

/** The graph keeps one byte a dimension; the best of `limit` × this many are compared again in full. */
export const REFINE_FACTOR = 2;

/** Candidates that a graph keeps while it is walked: more than are asked for, so that the last ones are right too. */
export function searchBreadth(limit: number): number {
  return Math.max(200, 2 * limit * REFINE_FACTOR);
}

const POINTS_PER_GRAPH = 1_000_000;
