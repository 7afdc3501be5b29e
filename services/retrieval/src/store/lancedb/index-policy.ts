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

/**
 * Vectors in full, grouped around centroids: the only loss is a neighbour in a group that is not visited, and it is
 * built in seconds. A graph (IVF_HNSW_SQ) was measured at 50,000 points: five minutes to build, and no faster to search.
 */
export function annIndex(points: number): Index {
  return Index.ivfFlat({ distanceType: 'cosine', numPartitions: groupsOf(points) });
}

export function groupsOf(points: number): number {
  return Math.max(1, Math.round(Math.sqrt(points)));
}

/** How a vector list is searched: by comparing all vectors, or those of the nearest groups. */
export type LancePlan = { exact: true } | { exact: false; groups: number };

/** Groups that hold, by their mean size, `VISITED_PER_REACH` times the points that a search has to reach. */
export function groupsToVisit(groups: number, points: number, reach: number): number {
  const visited = Math.ceil((VISITED_PER_REACH * reach * groups) / Math.max(1, points));
  return Math.min(groups, Math.max(GROUPS_MIN, visited));
}

const VISITED_PER_REACH = 20;
const GROUPS_MIN = 40;
