import { DESIGN_FACETS, filtersOn, type DesignFilters, type Filters } from '@imagesearch/facets/filters';
import type { FacetName } from '@imagesearch/facets/facets';

/** The filters on one facet alone. */
export function filtersOnFacet(filters: Readonly<Filters>, facet: FacetName): DesignFilters {
  return Object.fromEntries(
    filtersOn(facet).flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  );
}

/** The facet that a phrase's filters are about; a phrase is about one. */
export function facetOf(filters: DesignFilters): FacetName | undefined {
  for (const name in filters) return FACET_OF.get(name);
  return undefined;
}

const FACET_OF: ReadonlyMap<string, FacetName> = new Map(
  DESIGN_FACETS.flatMap((facet) => filtersOn(facet).map((name): [string, FacetName] => [name, facet])),
);
