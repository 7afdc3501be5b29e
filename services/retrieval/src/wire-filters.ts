import type { Filters as WireFilters, Point as WirePoint, Signals } from '@imagesearch/contracts/messages';
import { comparableText, intervalOf, type Interval } from '@imagesearch/facets/comparable';
import { FACET_NAMES, facetRow, snakeCase, type FacetName } from '@imagesearch/facets/facets';
import { boundsOn, contractNameOf, FILTERS, type FilterRow } from '@imagesearch/facets/filters';
import { EXCLUDED_MAX, METADATA_LIMITS, NAMES_LIMITS } from '@imagesearch/facets/limits';
import { invalid } from '@imagesearch/service-kit/errors';
import {
  checkColour,
  checkCount,
  checkFacetNumber,
  checkNumber,
  checkSides,
  checkText,
  TEXT_LENGTH_MAX,
  type Loc,
} from './checks.js';
import type { Facets, Swatch } from './index/point.js';
import type { FacetFilter, FacetOf, Filter } from './index/vector-index.js';
import { termsOf } from './words/terms.js';

/** Every filter that is set, without the preferred colour, which drops no image. */
export function filtersFromWire(wire: WireFilters | null, at: Loc = ['filters']): FacetFilter[] {
  if (wire === null) return [];
  return FACET_NAMES.flatMap((name): FacetFilter[] => {
    const { kind } = facetRow(name);
    switch (kind) {
      case 'number':
        return rangeFromWire(name as FacetOf<'number'>, wire, at);
      case 'flag':
        return flagFromWire(name as FacetOf<'flag'>, wire);
      case 'date':
        return datesFromWire(name as FacetOf<'date'>, wire, at);
      case 'name':
      case 'text':
      case 'tags':
      case 'sides':
        return choicesFromWire(name, wire, at);
      case 'palette':
        return [];
    }
  });
}

/** One filter for each entry that has a term. */
export function excludedWordsFromWire(entries: readonly string[]): Filter[] {
  checkCount(entries.length, EXCLUDED_MAX, ['excluded_words']);
  return entries.flatMap((words, position): Filter[] => {
    const terms = [...new Set(termsOf(checkText(words, TEXT_LENGTH_MAX, ['excluded_words', position])))];
    return terms.length === 0 ? [] : [{ kind: 'lacks', terms }];
  });
}

export function paletteNearFromWire(wire: WireFilters | null, at: Loc = ['filters']): string | undefined {
  return wire?.paletteNear === undefined ? undefined : checkColour(wire.paletteNear, [...at, 'palette_near']);
}

function flagFromWire(facet: FacetOf<'flag'>, wire: WireFilters): FacetFilter[] {
  return rowsOn(facet).flatMap(({ name, bound }): FacetFilter[] => {
    const value = wire[name] as boolean | undefined;
    return value === undefined || (bound === 'may' && value) ? [] : [{ kind: 'equals', facet, value }];
  });
}

function rowsOn(facet: FacetName): readonly FilterRow[] {
  return FILTERS.filter((row) => row.facet === facet);
}

function datesFromWire(facet: FacetOf<'date'>, wire: WireFilters, at: Loc): FacetFilter[] {
  const [from, to] = (['min', 'max'] as const).map((wanted) => {
    const row = rowsOn(facet).find(({ bound }) => bound === wanted);
    const date = row && (wire[row.name] as string | undefined);
    return date === undefined ? undefined : checkDate(date, [...at, row?.contract ?? facet]);
  });
  if (from === undefined && to === undefined) return [];
  return [{ kind: 'within', facet, from: from?.from, to: to?.to }];
}

function checkDate(date: string, loc: Loc): Interval {
  const interval = intervalOf(date);
  if (interval !== undefined) return interval;
  throw invalid({ loc, msg: 'expected a date or a moment (ISO 8601)', type: 'date', input: date });
}

function rangeFromWire(facet: FacetOf<'number'>, wire: WireFilters, at: Loc): FacetFilter[] {
  const { min: minName, max: maxName } = boundsOn(facet) ?? {};
  const bound = (name: typeof minName): number | undefined =>
    name && checkFacetNumber(wire[name], facet, [...at, contractNameOf(name)]);
  const [min, max] = [bound(minName), bound(maxName)];
  if (min === undefined && max === undefined) return [];
  if (minName && min !== undefined && max !== undefined && min > max) {
    throw invalid({
      loc: [...at, contractNameOf(minName)],
      msg: 'the lower bound is above the upper one',
      type: 'range',
    });
  }
  return [{ kind: 'range', facet, min, max }];
}

function choicesFromWire(facet: FacetName, wire: WireFilters, at: Loc): FacetFilter[] {
  return rowsOn(facet).flatMap(({ name, contract, bound }): FacetFilter[] => {
    const values = [wire[name] ?? []].flat() as string[];
    const loc = [...at, contract];
    if (values.length === 0) return [];
    checkCount(values.length, NAMES_LIMITS.namesMax, loc);
    for (const [position, value] of values.entries()) checkText(value, TEXT_LENGTH_MAX, [...loc, position]);
    switch (facetRow(facet).kind) {
      case 'sides':
        return [{ kind: 'overlaps', facet: facet as FacetOf<'sides'>, values: checkSides(values, loc) }];
      case 'tags':
        return [
          {
            kind: bound === 'all' ? 'contains' : 'overlaps',
            facet: facet as FacetOf<'tags'>,
            values: values.map(comparableText),
          },
        ];
      case 'text':
        return [{ kind: 'one-of', facet: facet as FacetOf<'text'>, values: values.map(comparableText) }];
      default:
        return [{ kind: 'one-of', facet: facet as FacetOf<'name'>, values }];
    }
  });
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
  switch (kind) {
    case 'number':
      return checkFacetNumber(value as number | undefined, name, at) ?? null;
    case 'flag':
      return (value as boolean | undefined) ?? null;
    case 'name': {
      const text = checkText((value as string | undefined) ?? '', TEXT_LENGTH_MAX, at);
      return text === '' && alwaysKnown !== true ? null : text;
    }
    case 'text':
      return comparableText(checkText((value as string | undefined) ?? '', TEXT_LENGTH_MAX, at)) || null;
    case 'tags':
      return [...new Set(((value as readonly string[] | undefined) ?? []).map(comparableText))];
    case 'date':
      // A date that no calendar has is unknown: a source may say "2024-00".
      return intervalOf((value as string | undefined) ?? '') ?? null;
    case 'sides':
      return checkSides((value as readonly string[] | undefined) ?? [], at);
    case 'palette':
      return point.signals === null ? [] : paletteFromWire(point.signals, [...loc, 'signals']);
  }
}

export function paletteFromWire(
  { palette, paletteShares }: Pick<Signals, 'palette' | 'paletteShares'>,
  loc: Loc,
): Swatch[] {
  checkCount(palette.length, METADATA_LIMITS.paletteColoursMax, [...loc, 'palette']);
  if (paletteShares.length !== palette.length) {
    throw invalid({
      loc: [...loc, 'palette_shares'],
      msg: 'expected one share for each colour',
      type: 'palette_shares',
    });
  }
  return palette.map((hex, position) => ({
    hex: checkColour(hex, [...loc, 'palette', position]),
    share: checkNumber(paletteShares[position], 0, 1, [...loc, 'palette_shares', position]) ?? 0,
  }));
}
