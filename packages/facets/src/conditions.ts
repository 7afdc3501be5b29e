import { comparableText, intervalOf, type Interval } from './comparable.js';
import { facetRow, type FacetName, type FacetTable } from './facets.js';
import { boundOf, FILTERS, type FilterName, type FilterRow } from './filters.js';

/** The values that filters test, one for each facet. Null is unknown and satisfies no filter. */
export type Facets = {
  [Name in FacetName]:
    | FacetValues[FacetTable[Name]['kind']]
    | (FacetTable[Name] extends { alwaysKnown: true } | { kind: 'sides' | 'tags' | 'palette' }
        ? never
        : null);
};

export type FacetValue = Facets[FacetName];

/** Unknown sides, tags or colours are an empty list. Texts and tags stand as `comparableText` gives them. */
interface FacetValues {
  number: number;
  flag: boolean;
  name: string;
  text: string;
  tags: readonly string[];
  date: Interval;
  sides: readonly string[];
  palette: readonly Swatch[];
}

export interface Swatch {
  /** `#rrggbb`, lower case. */
  hex: string;
  /** Share of the image, 0 to 1. */
  share: number;
}

/** What a filter asks of one facet, in one of the forms that every index supports. */
export type Condition =
  /** Inclusive. Of a date, in milliseconds: all of it lies at or after the first, or at or before the second. */
  | { kind: 'at-least' | 'at-most'; facet: FacetOf<'number' | 'date'>; value: number }
  | { kind: 'equals'; facet: FacetOf<'flag'>; value: boolean }
  /** The image's value, or one of its values, is among these. */
  | { kind: 'any-of'; facet: FacetOf<'name' | 'text' | 'sides' | 'tags'>; values: readonly string[] }
  /** The image's values contain all of these. */
  | { kind: 'all-of'; facet: FacetOf<'tags'>; values: readonly string[] };

/** Names of the facets of these kinds. */
type FacetOf<Kind> = {
  [Name in FacetName]: FacetTable[Name]['kind'] extends Kind ? Name : never;
}[FacetName];

/**
 * What an image has to satisfy to meet filters, all of it. A preferred colour asks for nothing.
 * @param filters As `Filters`; an empty list is one that is not set, as on the wire.
 */
export function conditionsOf(filters: Partial<Record<FilterName, unknown>>): Condition[] {
  return FILTERS.flatMap((row) => {
    const value = filters[row.name];
    const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0);
    // The table says which values and which forms of a condition a facet has.
    return isSet ? (conditionsOn(row, value) as Condition[]) : [];
  });
}

function conditionsOn({ name, facet, bound }: FilterRow, value: unknown): unknown[] {
  switch (bound) {
    case 'near':
      return [];
    case 'may':
      return value === true ? [] : [{ kind: 'equals', facet, value }];
    case 'min':
    case 'max':
      return [{ kind: bound === 'min' ? 'at-least' : 'at-most', facet, value: boundOf(name, value) }];
    case 'is':
    case 'any':
    case 'all':
      if (typeof value === 'boolean') return [{ kind: 'equals', facet, value }];
      return [{ kind: bound === 'all' ? 'all-of' : 'any-of', facet, values: comparableValues(facet, value) }];
  }
}

function comparableValues(facet: FacetName, value: unknown): readonly string[] {
  const values = [value].flat() as string[];
  const { kind } = facetRow(facet);
  return kind === 'text' || kind === 'tags' ? values.map(comparableText) : values;
}

/**
 * A value in the form that conditions test, as catalogue and index both know it.
 * @param said What is said of the facet under its own name; undefined is unknown. Of a palette nothing is tested.
 */
export function facetValue(name: FacetName, said: unknown): FacetValue {
  const { kind, alwaysKnown } = facetRow(name);
  const text = (said as string | undefined) ?? '';
  const list = (said as readonly string[] | undefined) ?? [];
  switch (kind) {
    case 'number':
    case 'flag':
      return (said as number | boolean | undefined) ?? null;
    case 'name':
      return alwaysKnown === true ? text : text || null;
    case 'text':
      return comparableText(text) || null;
    case 'tags':
      return [...new Set(list.map(comparableText))];
    case 'date':
      // A date that no calendar has is unknown: a source may say "2024-00".
      return intervalOf(text) ?? null;
    case 'sides':
      return [...new Set(list)];
    case 'palette':
      return [];
  }
}

/** Whether an image with this value of the condition's facet meets it. As in every index, an unknown value meets none. */
export function satisfies(value: FacetValue, condition: Condition): boolean {
  if (value === null) return false;
  switch (condition.kind) {
    case 'at-least':
      return (typeof value === 'number' ? value : (value as Interval).from) >= condition.value;
    case 'at-most':
      return (typeof value === 'number' ? value : (value as Interval).to) <= condition.value;
    case 'equals':
      return value === condition.value;
    case 'any-of': {
      const isAmong = (one: string): boolean => condition.values.includes(one);
      return typeof value === 'string' ? isAmong(value) : (value as readonly string[]).some(isAmong);
    }
    case 'all-of':
      return condition.values.every((wanted) => (value as readonly string[]).includes(wanted));
  }
}

/** The facets whose conditions an image does not meet, each once. @param valueOf Its values. */
export function unmetBy(
  valueOf: (facet: FacetName) => FacetValue,
  conditions: readonly Condition[],
): FacetName[] {
  const failed = conditions.filter((condition) => !satisfies(valueOf(condition.facet), condition));
  return [...new Set(failed.map(({ facet }) => facet))];
}
