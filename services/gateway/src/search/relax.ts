import { filtersOn, RELAX_ORDER, type FilterName, type Filters } from '@imagesearch/facets/filters';
import type { Candidate } from './candidate.js';
import type { Backend } from '../health/readiness.js';

/** Candidates, best first. */
export interface Pool {
  candidates: Candidate[];
  backend: Backend;
}

/** The filters of a search by where they come from. */
export interface SearchFilters {
  /** The caller's own. They are never dropped. */
  explicit: Filters;
  /** Read from the brief or applied by default, without those that conflict with an explicit one. */
  relaxable: Filters;
}

export interface Relaxing {
  recall: (filters: Filters) => Promise<Pool>;
  /** How many images satisfy each set of filters. */
  count: (filterSets: readonly Filters[]) => Promise<number[]>;
  /** Whether there is time for a count and another recall. */
  hasTime: () => boolean;
}

/**
 * Recalls under all filters, and once more without some of the relaxable ones when that fills a short answer.
 * @returns the pool, and the dropped filters in the order in which they were dropped.
 */
export async function relaxToFill(
  { explicit, relaxable }: SearchFilters,
  k: number,
  { recall, count, hasTime }: Relaxing,
): Promise<Pool & { relaxed: FilterName[] }> {
  const all = { ...relaxable, ...explicit };
  const strict = await recall(all);
  const missing = k - strict.candidates.length;
  const steps = stepsOf(relaxable);
  if (missing <= 0 || steps.length === 0 || !hasTime()) return { ...strict, relaxed: [] };

  const combinations = combinationsOf(steps);
  const counts = await count(combinations.map((names) => without(all, names)));
  const relaxed = combinations[chooseCombination(counts, steps.length, missing)] ?? [];
  if (relaxed.length === 0) return { ...strict, relaxed: [] };
  const open = await recall(without(all, relaxed));
  if (open.candidates.length <= strict.candidates.length) return { ...strict, relaxed: [] };
  return { ...open, relaxed };
}

/** Above this many, the least important filters are dropped together: combinations double with each step. */
const STEPS_MAX = 5;

/** Filters that are dropped together, the least important first: those on one facet, such as both bounds of a range. */
function stepsOf(relaxable: Filters): FilterName[][] {
  const steps = RELAX_ORDER.map((facet) =>
    filtersOn(facet).filter((filter) => relaxable[filter] !== undefined),
  ).filter((names) => names.length > 0);
  const merged = Math.max(0, steps.length - STEPS_MAX + 1);
  return merged > 1 ? [steps.slice(0, merged).flat(), ...steps.slice(merged)] : steps;
}

/** Every combination of steps, under a number whose bit `i` says whether step `i` is dropped; 0 drops nothing. */
function combinationsOf(steps: readonly FilterName[][]): FilterName[][] {
  return Array.from({ length: 2 ** steps.length }, (_, combination) =>
    steps.filter((_step, at) => (combination & (1 << at)) !== 0).flat(),
  );
}

/**
 * Drops steps until enough is found. A step that finds nothing more is kept, unless the kept ones hold each other up.
 * Counts are compared with counts: near-duplicates collapse and withdrawn images drop out of answers.
 */
function chooseCombination(counts: readonly number[], steps: number, missing: number): number {
  const counted = (combination: number): number => counts[combination] ?? 0;
  const everything = 2 ** steps - 1;
  const target = Math.min(counted(everything), counted(0) + missing);
  let dropped = 0;
  for (let step = 0; step < steps && counted(dropped) < target; step += 1) {
    const more = dropped | (1 << step);
    if (counted(more) > counted(dropped)) dropped = more;
  }
  return counted(dropped) < target ? everything : dropped;
}

function without(filters: Filters, names: readonly FilterName[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name as FilterName)));
}
