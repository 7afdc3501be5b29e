import type { Filters as WireFilters, Point as WirePoint, Signals } from '@imagesearch/contracts/messages';
import {
  conditionsOf,
  facetValue,
  type Condition,
  type Facets,
  type FacetValue,
  type Swatch,
} from '@imagesearch/facets/conditions';
import {
  FACET_NAMES,
  facetRow,
  isWithin,
  SIDES,
  snakeCase,
  type FacetName,
} from '@imagesearch/facets/facets';
import { boundOf, FILTERS, type FilterRow } from '@imagesearch/facets/filters';
import { EXCLUDED_MAX, METADATA_LIMITS, NAMES_LIMITS } from '@imagesearch/facets/limits';
import { COLOUR } from '@imagesearch/facets/signals';
import { check } from '@imagesearch/service-kit/errors';
import { checkCount, checkForm, checkNumber, checkText, TEXT_LENGTH_MAX, type Loc } from './checks.js';
import type { Filter } from './index/vector-index.js';
import { termsOf } from './words/terms.js';

/** Every filter that is set, without the preferred colour, which drops no image. */
export function filtersFromWire(wire: WireFilters | null, at: Loc = ['filters']): Condition[] {
  if (wire === null) return [];
  for (const row of FILTERS) checkFilter(row, wire[row.name], [...at, row.contract]);
  return conditionsOf(wire);
}

function checkFilter({ name, facet, bound }: FilterRow, value: unknown, loc: Loc): void {
  if (value === undefined || bound === 'near' || typeof value === 'boolean') return;
  if (typeof value === 'number') checkFacetNumber(value, facet, loc);
  else if (facetRow(facet).kind === 'date')
    check(Number.isFinite(boundOf(name, value)), loc, 'a date or a moment (ISO 8601)');
  else checkNames(facet, [value].flat() as string[], loc);
}

function checkNames(facet: FacetName, values: readonly string[], loc: Loc): void {
  checkCount(values.length, NAMES_LIMITS.namesMax, loc);
  for (const [position, one] of values.entries()) checkText(one, TEXT_LENGTH_MAX, [...loc, position]);
  if (facetRow(facet).kind === 'sides') checkSides(values, loc);
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

function facetFromWire(name: FacetName, point: WirePoint, loc: Loc): FacetValue {
  const { message, kind } = facetRow(name);
  const from = message === 'point' ? point : point[message];
  const value = (from as Record<string, unknown> | null)?.[name];
  const at = [...loc, ...(message === 'point' ? [] : [message]), snakeCase(name)];
  if (kind === 'palette')
    return point.signals === null ? [] : paletteFromWire(point.signals, [...loc, 'signals']);
  if (kind === 'number' && value !== undefined) checkFacetNumber(value as number, name, at);
  if (kind === 'name' || kind === 'text') checkText((value as string | undefined) ?? '', TEXT_LENGTH_MAX, at);
  if (kind === 'sides') checkSides((value as readonly string[] | undefined) ?? [], at);
  return facetValue(name, value);
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

function checkSides(values: readonly string[], loc: Loc): void {
  const isSide = (value: string): boolean => SIDES.some((side) => side === value);
  check(values.every(isSide), loc, `any of ${SIDES.join(', ')}`);
}
