import { filtersOn, RELAX_ORDER, type Filters } from '@imagesearch/facets/filters';
import type { Ranked } from './blend.js';
import type { Recalled } from './ports.js';

export interface Pool {
  /** Hydrated candidates, best first. */
  pool: Ranked[];
  recalled: Recalled;
}

/** The filters of a search by where they come from. */
export interface Constraints {
  /** The caller's own. They are never dropped. */
  explicit: Filters;
  /** Read from the brief, or applied by default; none that an explicit one stands against. */
  relaxable: Filters;
}

export interface Recaller {
  run: (filters: Filters) => Promise<Pool>;
  /** How many candidates there are, counted up to a limit: no hydration, no ranking. */
  count: (filters: Filters, limit: number) => Promise<number>;
  /** Whether there is time for another count. */
  hasTime: () => boolean;
}

/**
 * Runs a query under all its filters, and once more without some of them when that leaves the answer short of `k` and
 * dropping them finds more. Explicit filters hold in both runs.
 * @returns the pool, and the filters dropped, in the order in which they were.
 */
export async function relaxToFill(
  { explicit, relaxable }: Constraints,
  k: number,
  recaller: Recaller,
): Promise<Pool & { relaxed: (keyof Filters)[] }> {
  const all = { ...relaxable, ...explicit };
  const strict = await recaller.run(all);
  const steps = RELAX_ORDER.map((name) =>
    filtersOn(name).filter((filter) => relaxable[filter] !== undefined),
  );
  const droppable = steps.filter((names) => names.length > 0);
  if (strict.pool.length >= k || droppable.length === 0) return { ...strict, relaxed: [] };

  // What was withdrawn since it was indexed is counted, and will be missing again.
  const withdrawn = strict.recalled.candidates.length - strict.pool.length;
  const relaxed = await chooseDropped(all, droppable, {
    ...recaller,
    found: strict.recalled.candidates.length,
    wanted: k + withdrawn,
  });
  if (relaxed.length === 0) return { ...strict, relaxed };
  const open = await recaller.run(without(all, relaxed));
  return open.pool.length > strict.pool.length ? { ...open, relaxed } : { ...strict, relaxed: [] };
}

type Search = Pick<Recaller, 'count' | 'hasTime'> & { found: number; wanted: number };

/**
 * Drops one filter after the other until enough is found. One whose dropping alone finds nothing more stays; when that
 * leaves the answer short although all filters together would not, the ones that stayed hold each other up and fall too.
 */
async function chooseDropped(
  all: Filters,
  droppable: readonly (keyof Filters)[][],
  { count, hasTime, found, wanted }: Search,
): Promise<(keyof Filters)[]> {
  const most = await count(without(all, droppable.flat()), wanted);
  if (most <= found) return [];
  let dropped: (keyof Filters)[] = [];
  let reached = found;
  const kept: (keyof Filters)[][] = [];
  for (const names of droppable) {
    if (reached >= most) break;
    if (!hasTime()) return dropped;
    const now = await count(without(all, [...dropped, ...names]), wanted);
    if (now > reached) [dropped, reached] = [[...dropped, ...names], now];
    else kept.push(names);
  }
  if (reached >= most) return dropped;
  const fallen = new Set([...dropped, ...kept.flat()]);
  return droppable.flat().filter((name) => fallen.has(name));
}

function without(filters: Filters, names: readonly (keyof Filters)[]): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => !names.includes(name as keyof Filters)),
  );
}
