import type { FacetName } from '@imagesearch/facets/facets';
import { DESIGN_FACETS, filtersOn, type DesignFilters, type Filters } from '@imagesearch/facets/filters';
import { filtersOnFacet } from './design-filters.js';

/**
 * The inferred filters that stand beside the caller's own, which win. An inferred range falls as a whole when the
 * caller set the same bound, so that half of "two people" never stays; on the other side of an explicit bound it
 * stays, unless nothing could satisfy both: `luminance_max: 0.9` and "bright" hold together, `luminance_max: 0.5` alone.
 */
export function yieldToExplicit(inferred: DesignFilters, explicit: Filters): DesignFilters {
  return Object.assign(
    {},
    ...DESIGN_FACETS.filter((facet) => !standsAgainst(facet, inferred, explicit)).map((facet) =>
      filtersOnFacet(inferred, facet),
    ),
  ) as DesignFilters;
}

function standsAgainst(facet: FacetName, inferred: Filters, explicit: Filters): boolean {
  const names = filtersOn(facet);
  if (names.some((name) => inferred[name] !== undefined && explicit[name] !== undefined)) return true;
  const [min, max] = names.map((name) => explicit[name] ?? inferred[name]);
  return typeof min === 'number' && typeof max === 'number' && min > max;
}
