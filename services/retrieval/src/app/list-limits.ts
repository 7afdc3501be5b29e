export const LIST_LIMIT_MAX = 1_000;

/** Shorter lists often miss an image that is good in two lists but first in none. */
const LIST_LIMIT_MIN = 100;

/** Twice the pool, because the lists overlap only partly. */
export function defaultListLimit(limit: number): number {
  return Math.min(LIST_LIMIT_MAX, Math.max(LIST_LIMIT_MIN, 2 * limit));
}
