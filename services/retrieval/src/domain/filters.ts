import type { FacetName, FacetTable } from '@imagesearch/facets/facets';

/** A facet with a bound, in the few forms that an engine has to know. All of a search's filters must hold. */
export type Filter =
  /** Inclusive. */
  | { kind: 'range'; facet: FacetOf<'number'>; min: number | undefined; max: number | undefined }
  | { kind: 'equals'; facet: FacetOf<'flag'>; value: boolean }
  /** The one value is among `values`. */
  | { kind: 'one-of'; facet: FacetOf<'name'>; values: readonly string[] }
  /** Any of the several values is among `values`. */
  | { kind: 'overlaps'; facet: FacetOf<'sides'>; values: readonly string[] };

/** Names of the facets of one kind. */
export type FacetOf<Kind> = {
  [Name in FacetName]: FacetTable[Name]['kind'] extends Kind ? Name : never;
}[FacetName];
