import { DEFAULT_FILTERS, type Filters } from '../filters.js';
import type { Ranked } from './blend.js';
import type { Recalled } from './ports.js';

export interface Pool {
  /** Hydrated candidates, best first. */
  pool: Ranked[];
  recalled: Recalled;
}

/** What a default filter is called in the contract. */
const DEFAULT_FILTER_NAME = 'ai_generated';

/**
 * Runs a query under the default filters, and once more without them when that leaves the answer short of `k` and
 * dropping them finds more. Explicit filters hold in both runs.
 * @returns the pool, and the names of the filters dropped.
 */
export async function relaxToFill(
  explicit: Filters,
  k: number,
  run: (filters: Filters) => Promise<Pool>,
): Promise<Pool & { relaxed: string[] }> {
  const strict = await run({ ...DEFAULT_FILTERS, ...explicit });
  const nothingToDrop = explicit.aiGenerated !== undefined;
  if (strict.pool.length >= k || nothingToDrop) return { ...strict, relaxed: [] };

  const open = await run(explicit);
  if (open.pool.length <= strict.pool.length) return { ...strict, relaxed: [] };
  return { ...open, relaxed: [DEFAULT_FILTER_NAME] };
}
