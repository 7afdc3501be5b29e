import { Index } from '@lancedb/lancedb';

/** When the embedded engine builds an approximate index, and how long it keeps replaced versions. */
export interface IndexPolicy {
  /**
   * From this many points the vectors get an IVF index. Below it a scan takes a few milliseconds. With the index a filtered
   * search is up to ten times as fast as a scan, and as exact when it visits all groups.
   */
  annPointsMin: number;
  /** A running search may still read a replaced version; every search ends within this time. */
  versionRetentionMs: number;
}

export const INDEX_POLICY: IndexPolicy = { annPointsMin: 20_000, versionRetentionMs: 60_000 };

/**
 * Full vectors in groups around centroids. A search misses only neighbours in groups that it does not visit. The index is
 * built in seconds; a graph (IVF_HNSW_SQ) of 50,000 points took five minutes to build and was not faster.
 */
export function annIndex(points: number): Index {
  return Index.ivfFlat({ distanceType: 'cosine', numPartitions: groupsOf(points) });
}

function groupsOf(points: number): number {
  return Math.max(1, Math.round(Math.sqrt(points)));
}

/** How a vector list is searched: by a scan that uses no index, or through the nearest groups. */
export type LancePlan = 'scan' | { groups: number };

/** More than any table has. */
export const ALL_GROUPS: LancePlan = { groups: 1_000_000 };
