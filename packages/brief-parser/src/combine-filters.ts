import { intervalOf } from '@imagesearch/facets/comparable';
import { SIDES, type FacetName, type Side } from '@imagesearch/facets/facets';
import {
  boundsOn,
  DESIGN_FACETS,
  filtersOn,
  type DesignFilters,
  type Filters,
  type NumberBounds,
  type NumberFilter,
} from '@imagesearch/facets/filters';

/** The filters of a phrase are all on one facet; a phrase that was only ruled out has none. */
interface WithFilters {
  filters: DesignFilters;
}

/**
 * Combines the filters of all phrases. Bounds narrow one another. Sides add up, and a named side wins over "copy space"
 * without one. Phrases that contradict one another ("bright", "dark"; "blue tones", "mostly red") are all dropped and
 * their words stay in the query, because a choice between them would be a guess.
 */
export function combineFilters<Phrase extends WithFilters>(
  phrases: readonly Phrase[],
): { kept: Phrase[]; filters: DesignFilters } {
  const filters: DesignFilters = {};
  const contradictory = new Set<FacetName>();
  for (const facet of new Set(phrases.map(({ filters }) => facetOf(filters)))) {
    if (facet === undefined) continue;
    const about = phrases.filter(({ filters }) => facetOf(filters) === facet);
    const settled = combineOnFacet(facet, about);
    if (settled) Object.assign(filters, settled);
    else contradictory.add(facet);
  }
  const stays = ({ filters }: Phrase): boolean => {
    const facet = facetOf(filters);
    return facet === undefined || !contradictory.has(facet);
  };
  return { kept: phrases.filter(stays), filters };
}

/** Undefined when the phrases contradict one another. */
function combineOnFacet(facet: FacetName, about: readonly WithFilters[]): DesignFilters | undefined {
  if (facet === 'negSpace') return { negSpaceAny: sidesOf(about) };
  if (facet === 'created') return datesOf(about);
  const bounds = boundsOn(facet);
  if (bounds !== undefined) return rangeOf(bounds, about);
  const [name] = filtersOn(facet) as readonly (keyof DesignFilters)[];
  return about.every(({ filters }) => name && filters[name] === about[0]?.filters[name])
    ? about[0]?.filters
    : undefined;
}

function sidesOf(about: readonly WithFilters[]): Side[] {
  const named = about.map(({ filters }) => filters.negSpaceAny ?? []);
  const some = named.filter((sides) => sides.length < SIDES.length);
  const wanted = new Set((some.length > 0 ? some : named).flat());
  return SIDES.filter((side) => wanted.has(side));
}

/** The latest beginning and the earliest end. */
function datesOf(about: readonly WithFilters[]): DesignFilters | undefined {
  const asked = (name: 'createdFrom' | 'createdTo') =>
    about
      .flatMap(({ filters }) => filters[name] ?? [])
      .sort((one, other) => boundOf(name, one) - boundOf(name, other));
  const [from, to] = [asked('createdFrom').at(-1), asked('createdTo')[0]];
  if (from !== undefined && to !== undefined && boundOf('createdFrom', from) > boundOf('createdTo', to))
    return undefined;
  return { ...(from !== undefined && { createdFrom: from }), ...(to !== undefined && { createdTo: to }) };
}

/** A bound as a number; of a date its first or its last moment. */
function boundOf(name: string | undefined, bound: unknown): number {
  if (typeof bound === 'number') return bound;
  const date = typeof bound === 'string' ? intervalOf(bound) : undefined;
  return (name === 'createdTo' ? date?.to : date?.from) ?? Number.NaN;
}

function rangeOf({ min, max }: NumberBounds, about: readonly WithFilters[]): DesignFilters | undefined {
  const asked = (name: NumberFilter | undefined): number[] =>
    name === undefined ? [] : about.flatMap(({ filters }) => filters[name] ?? []);
  const [mins, maxs] = [asked(min), asked(max)];
  const [from, to] = [Math.max(...mins), Math.min(...maxs)];
  if (from > to) return undefined;
  return {
    ...(min !== undefined && mins.length > 0 && { [min]: from }),
    ...(max !== undefined && maxs.length > 0 && { [max]: to }),
  };
}

/**
 * The inferred filters without those that conflict with the caller's own, which win. An inferred range is dropped whole
 * when the caller set one of its bounds, so that half of "two people" never remains. With the opposite bound it is kept
 * when both can hold: "bright" is kept with `luminance_max: 0.9` and dropped with `luminance_max: 0.5`.
 */
export function yieldToExplicit(inferred: DesignFilters, explicit: Filters): DesignFilters {
  const read: Filters = inferred;
  const held = DESIGN_FACETS.filter((facet) => !conflicts(facet, inferred, explicit)).flatMap(filtersOn);
  return Object.fromEntries(held.flatMap((name) => (read[name] === undefined ? [] : [[name, read[name]]])));
}

function conflicts(facet: FacetName, inferred: Filters, explicit: Filters): boolean {
  const names = filtersOn(facet);
  if (names.some((name) => inferred[name] !== undefined && explicit[name] !== undefined)) return true;
  const [min, max] = names.map((name) => boundOf(name, explicit[name] ?? inferred[name]));
  return min !== undefined && max !== undefined && min > max;
}

/** The facet that a phrase's filters are about; a phrase is about one. */
function facetOf(filters: DesignFilters): FacetName | undefined {
  for (const name in filters) return FACET_OF.get(name);
  return undefined;
}

const FACET_OF: ReadonlyMap<string, FacetName> = new Map(
  DESIGN_FACETS.flatMap((facet) => filtersOn(facet).map((name): [string, FacetName] => [name, facet])),
);
