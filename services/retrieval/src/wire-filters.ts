import type { Filters as WireFilters, Point as WirePoint, Signals } from '@imagesearch/contracts/messages';
import { FACET_NAMES, facetRow, snakeCase, type FacetName } from '@imagesearch/facets/facets';
import { boundsOn, contractNameOf, filtersOn } from '@imagesearch/facets/filters';
import { METADATA_LIMITS, NAMES_LIMITS } from '@imagesearch/facets/limits';
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

const EXCLUDED_MAX = 32;

/** Every filter that is set, without the preferred colour, which drops no image. */
export function filtersFromWire(wire: WireFilters | null, at: Loc = ['filters']): FacetFilter[] {
  if (wire === null) return [];
  return FACET_NAMES.flatMap((name): FacetFilter[] => {
    const { kind } = facetRow(name);
    switch (kind) {
      case 'number':
        return rangeFromWire(name as FacetOf<'number'>, wire, at);
      case 'flag': {
        const value = valuesOn(name, wire)[0] as boolean | undefined;
        return value === undefined ? [] : [{ kind: 'equals', facet: name as FacetOf<'flag'>, value }];
      }
      case 'name':
      case 'sides':
        return choicesFromWire(name as FacetOf<'name' | 'sides'>, wire, at);
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

/** The values of a facet's filters, in the order of its row. */
function valuesOn(facet: FacetName, wire: WireFilters): unknown[] {
  return filtersOn(facet).map((filter) => wire[filter]);
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

function choicesFromWire(facet: FacetOf<'name' | 'sides'>, wire: WireFilters, at: Loc): FacetFilter[] {
  return filtersOn(facet).flatMap((filter): FacetFilter[] => {
    const values = wire[filter] as readonly string[];
    const loc = [...at, contractNameOf(filter)];
    if (values.length === 0) return [];
    if (facet === 'negSpace') return [{ kind: 'overlaps', facet, values: checkSides(values, loc) }];
    checkCount(values.length, NAMES_LIMITS.namesMax, loc);
    for (const [position, value] of values.entries()) checkText(value, TEXT_LENGTH_MAX, [...loc, position]);
    return [{ kind: 'one-of', facet, values }];
  });
}

export function facetsFromWire(point: WirePoint, loc: Loc): Facets {
  return Object.fromEntries(
    FACET_NAMES.map((name) => [name, facetFromWire(name, point, loc)]),
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
