import type { FacetName } from '@imagesearch/facets/facets';
import { DESIGN_FACETS, filtersOn, type DesignFilters, type Filters } from '@imagesearch/facets/filters';
import { filtersOnFacet } from './design-filters.js';

/**
 * The inferred filters without those that conflict with the caller's own, which win. An inferred range is dropped whole
 * when the caller set one of its bounds, so that half of "two people" never remains. With the opposite bound it is kept
 * when both can hold: "bright" is kept with `luminance_max: 0.9` and dropped with `luminance_max: 0.5`.
 */
export function yieldToExplicit(inferred: DesignFilters, explicit: Filters): DesignFilters {
  return Object.assign(
    {},
    ...DESIGN_FACETS.filter((facet) => !conflicts(facet, inferred, explicit)).map((facet) =>
      filtersOnFacet(inferred, facet),
    ),
  ) as DesignFilters;
}

function conflicts(facet: FacetName, inferred: Filters, explicit: Filters): boolean {
  const names = filtersOn(facet);
  if (names.some((name) => inferred[name] !== undefined && explicit[name] !== undefined)) return true;
  const [min, max] = names.map((name) => explicit[name] ?? inferred[name]);
  return typeof min === 'number' && typeof max === 'number' && min > max;
}
