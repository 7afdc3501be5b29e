import type { Facets } from './point.js';

/** The constraints of one search; an undefined one constrains nothing. Ranges are inclusive. */
export interface Filters {
  luminance: Range;
  faces: Range;
  aspect: Range;
  monochrome: boolean | undefined;
  commercial: boolean | undefined;
  derivatives: boolean | undefined;
  attributionRequired: boolean | undefined;
  shareAlike: boolean | undefined;
  aiGenerated: boolean | undefined;
  negSpaceAny: readonly string[];
  licenseAny: readonly string[];
  sourceAny: readonly string[];
}

export interface Range {
  min: number | undefined;
  max: number | undefined;
}

/** A constraint in the few forms that an engine has to know. All of a search's conditions must hold. */
export type Condition =
  | { kind: 'range'; facet: FacetOf<number>; min: number | undefined; max: number | undefined }
  | { kind: 'equals'; facet: FacetOf<boolean>; value: boolean }
  /** The one value is among `values`. */
  | { kind: 'one-of'; facet: FacetOf<string>; values: readonly string[] }
  /** Any of the several values is among `values`. */
  | { kind: 'overlaps'; facet: 'negSpace'; values: readonly string[] };

/** Names of the facets that hold one value of this type. */
export type FacetOf<T> = {
  [Name in keyof Facets]: NonNullable<Facets[Name]> extends T ? Name : never;
}[keyof Facets];

const RANGES = ['luminance', 'faces', 'aspect'] as const;
const FLAGS = [
  'monochrome',
  'commercial',
  'derivatives',
  'attributionRequired',
  'shareAlike',
  'aiGenerated',
] as const;

export function conditionsOf(filters: Filters): Condition[] {
  const conditions: Condition[] = [];
  for (const facet of RANGES) {
    const { min, max } = filters[facet];
    if (min !== undefined || max !== undefined) conditions.push({ kind: 'range', facet, min, max });
  }
  for (const facet of FLAGS) {
    const value = filters[facet];
    if (value !== undefined) conditions.push({ kind: 'equals', facet, value });
  }
  if (filters.negSpaceAny.length > 0) {
    conditions.push({ kind: 'overlaps', facet: 'negSpace', values: filters.negSpaceAny });
  }
  if (filters.licenseAny.length > 0) {
    conditions.push({ kind: 'one-of', facet: 'license', values: filters.licenseAny });
  }
  if (filters.sourceAny.length > 0) {
    conditions.push({ kind: 'one-of', facet: 'source', values: filters.sourceAny });
  }
  return conditions;
}
