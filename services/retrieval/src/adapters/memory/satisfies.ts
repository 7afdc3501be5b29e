import type { Filter } from '../../domain/filters.js';
import type { Facets } from '../../domain/point.js';

/** A filter on facets; words are left to the index of words. */
export type FacetFilter = Exclude<Filter, { kind: 'lacks' }>;

/** Whether an image satisfies every filter. As in every engine, an unknown value satisfies none. */
export function satisfiesAll(facets: Facets, filters: readonly FacetFilter[]): boolean {
  for (const filter of filters) if (!satisfies(facets, filter)) return false;
  return true;
}

function satisfies(facets: Facets, filter: FacetFilter): boolean {
  const value = facets[filter.facet];
  if (value === null) return false;
  switch (filter.kind) {
    case 'range':
      return Number(value) >= (filter.min ?? -Infinity) && Number(value) <= (filter.max ?? Infinity);
    case 'equals':
      return value === filter.value;
    case 'one-of':
      return filter.values.includes(String(value));
    case 'overlaps':
      return (value as readonly string[]).some((side) => filter.values.includes(side));
  }
}
