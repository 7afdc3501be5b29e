import { Index } from '@lancedb/lancedb';

/** When the embedded engine trades exactness for speed, and how long it keeps what was replaced. */
export interface IndexPolicy {
  /**
   * From this many points vectors are kept in groups. Below it a scan takes a few milliseconds; with it, what a filter leaves
   * is compared up to ten times as fast as by a scan, and as exactly where all groups are visited.
   */
  annPointsMin: number;
  /** A search in flight may still read a replaced version; none lasts longer than this. */
  versionRetentionMs: number;
}

export const INDEX_POLICY: IndexPolicy = { annPointsMin: 20_000, versionRetentionMs: 60_000 };

/**
 * Vectors in full, grouped around centroids: the only loss is a neighbour in a group that is not visited, and it is
 * built in seconds. A graph (IVF_HNSW_SQ) was measured at 50,000 points: five minutes to build, and no faster to search.
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
