import type { FacetName, FacetTable } from '@imagesearch/facets/facets';

/** A facet with a bound, in one of the forms that every engine supports. A candidate satisfies all filters of a search. */
export type Filter =
  /** Inclusive. */
  | { kind: 'range'; facet: FacetOf<'number'>; min: number | undefined; max: number | undefined }
  | { kind: 'equals'; facet: FacetOf<'flag'>; value: boolean }
  /** `values` contains the image's value. */
  | { kind: 'one-of'; facet: FacetOf<'name'>; values: readonly string[] }
  /** The image's words do not hold all of these terms. */
  | { kind: 'lacks'; terms: readonly string[] }
  /** `values` contains at least one of the image's values. */
  | { kind: 'overlaps'; facet: FacetOf<'sides'>; values: readonly string[] };

/** Names of the facets of one kind. */
export type FacetOf<Kind> = {
  [Name in FacetName]: FacetTable[Name]['kind'] extends Kind ? Name : never;
}[FacetName];
