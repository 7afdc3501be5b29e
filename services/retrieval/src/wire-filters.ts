import type { Filters as WireFilters, Point as WirePoint, Signals } from '@imagesearch/contracts/messages';
import { comparableText, intervalOf } from '@imagesearch/facets/comparable';
import {
  FACET_NAMES,
  facetRow,
  isWithin,
  SIDES,
  snakeCase,
  type FacetName,
} from '@imagesearch/facets/facets';
import { FILTERS, type FilterRow } from '@imagesearch/facets/filters';
import { EXCLUDED_MAX, METADATA_LIMITS, NAMES_LIMITS } from '@imagesearch/facets/limits';
import { check } from '@imagesearch/service-kit/errors';
import { checkCount, checkForm, checkNumber, checkText, TEXT_LENGTH_MAX, type Loc } from './checks.js';
import type { Facets, Swatch } from './index/point.js';
import type { FacetFilter, Filter } from './index/vector-index.js';
import { termsOf } from './words/terms.js';

const COLOUR = /^#[0-9a-f]{6}$/;

/** Every filter that is set, without the preferred colour, which drops no image. */
export function filtersFromWire(wire: WireFilters | null, at: Loc = ['filters']): FacetFilter[] {
  return FILTERS.flatMap((row) => {
    const value = wire?.[row.name];
    const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0);
    // The table says which values and which forms of a filter a facet has.
    return isSet ? (filterFromWire(row, value, [...at, row.contract]) as FacetFilter[]) : [];
  });
}

function filterFromWire({ facet, bound }: FilterRow, value: unknown, loc: Loc): unknown[] {
  switch (bound) {
    case 'near':
      return [];
    case 'may':
      return value === true ? [] : [{ kind: 'equals', facet, value }];
    case 'min':
    case 'max':
      return [
        { kind: bound === 'min' ? 'at-least' : 'at-most', facet, value: boundOf(facet, bound, value, loc) },
      ];
    case 'is':
    case 'any':
    case 'all':
      if (typeof value === 'boolean') return [{ kind: 'equals', facet, value }];
      return [{ kind: bound === 'all' ? 'all-of' : 'any-of', facet, values: valuesOf(facet, value, loc) }];
  }
}

/** All of a date has to lie within its bounds. */
function boundOf(facet: FacetName, bound: 'min' | 'max', value: unknown, loc: Loc): number {
  if (typeof value === 'number') return checkFacetNumber(value, facet, loc);
  const interval = intervalOf(String(value));
  check(interval !== undefined, loc, 'a date or a moment (ISO 8601)');
  return bound === 'min' ? interval.from : interval.to;
}

function valuesOf(facet: FacetName, value: unknown, loc: Loc): readonly string[] {
  const values = [value].flat() as string[];
  checkCount(values.length, NAMES_LIMITS.namesMax, loc);
  for (const [position, one] of values.entries()) checkText(one, TEXT_LENGTH_MAX, [...loc, position]);
  const { kind } = facetRow(facet);
  if (kind === 'sides') return checkSides(values, loc);
  return kind === 'name' ? values : values.map(comparableText);
}

/** One filter for each entry that has a term. */
export function excludedWordsFromWire(entries: readonly string[]): Filter[] {
  checkCount(entries.length, EXCLUDED_MAX, ['excluded_words']);
  return entries.flatMap((words, position): Filter[] => {
    const terms = [...new Set(termsOf(checkText(words, TEXT_LENGTH_MAX, ['excluded_words', position])))];
    return terms.length === 0 ? [] : [{ kind: 'lacks', terms }];
  });
}

export function paletteNearFromWire(wire: WireFilters | null): string | undefined {
  return wire?.paletteNear === undefined
    ? undefined
    : checkColour(wire.paletteNear, ['filters', 'palette_near']);
}

/** @param kept Whose signals stand for those that the point leaves out. */
export function facetsFromWire(point: WirePoint, loc: Loc, kept?: Facets): Facets {
  const isKept = (name: FacetName): boolean => point.signals === null && facetRow(name).message === 'signals';
  return Object.fromEntries(
    FACET_NAMES.map((name) => [
      name,
      kept !== undefined && isKept(name) ? kept[name] : facetFromWire(name, point, loc),
    ]),
    // The table says which kind of value each facet has.
  ) as unknown as Facets;
}

function facetFromWire(name: FacetName, point: WirePoint, loc: Loc): Facets[FacetName] {
  const { message, kind, alwaysKnown } = facetRow(name);
  const from = message === 'point' ? point : point[message];
  const value = (from as Record<string, unknown> | null)?.[name];
  const at = [...loc, ...(message === 'point' ? [] : [message]), snakeCase(name)];
  const text = () => checkText((value as string | undefined) ?? '', TEXT_LENGTH_MAX, at);
  const list = (value as readonly string[] | undefined) ?? [];
  switch (kind) {
    case 'number':
      return value === undefined ? null : checkFacetNumber(value as number, name, at);
    case 'flag':
      return (value as boolean | undefined) ?? null;
    case 'name':
      return alwaysKnown === true ? text() : text() || null;
    case 'text':
      return comparableText(text()) || null;
    case 'tags':
      return [...new Set(list.map(comparableText))];
    case 'date':
      // A date that no calendar has is unknown: a source may say "2024-00".
      return intervalOf((value as string | undefined) ?? '') ?? null;
    case 'sides':
      return checkSides(list, at);
    case 'palette':
      return point.signals === null ? [] : paletteFromWire(point.signals, [...loc, 'signals']);
  }
}

export function paletteFromWire(
  { palette, paletteShares }: Pick<Signals, 'palette' | 'paletteShares'>,
  loc: Loc,
): Swatch[] {
  checkCount(palette.length, METADATA_LIMITS.paletteColoursMax, [...loc, 'palette']);
  check(
    paletteShares.length === palette.length,
    [...loc, 'palette_shares'],
    'as many shares as there are colours',
  );
  return palette.map((hex, position) => ({
    hex: checkColour(hex, [...loc, 'palette', position]),
    share: checkNumber(paletteShares[position] ?? 0, 0, 1, [...loc, 'palette_shares', position]),
  }));
}

/** A value or a bound of a facet. */
function checkFacetNumber(value: number, facet: FacetName, loc: Loc): number {
  const { range = {} } = facetRow(facet);
  check(isWithin(value, range), loc, `a number that ${facet} may be, got ${value}`);
  return value;
}

/** In lower case. */
function checkColour(value: string, loc: Loc): string {
  return checkForm(value.toLowerCase(), COLOUR, loc, '#rrggbb');
}

/** Each side once. */
function checkSides(values: readonly string[], loc: Loc): string[] {
  const isSide = (value: string): boolean => SIDES.some((side) => side === value);
  check(values.every(isSide), loc, `any of ${SIDES.join(', ')}`);
  return [...new Set(values)];
}
