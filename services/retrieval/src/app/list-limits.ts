export const LIST_LIMIT_MAX = 1_000;

/** Below this, an image that is good in two lists but first in none is easily missed. */
const LIST_LIMIT_MIN = 100;

/** Twice the pool, because the lists overlap only in part. */
export function defaultListLimit(limit: number): number {
  return Math.min(LIST_LIMIT_MAX, Math.max(LIST_LIMIT_MIN, 2 * limit));
}
