import { SIDES, type FacetName, type Side } from '@imagesearch/facets/facets';
import {
  boundsOn,
  filtersOn,
  type DesignFilters,
  type NumberBounds,
  type NumberFilter,
} from '@imagesearch/facets/filters';
import { facetOf } from './design-filters.js';

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
  for (const [facet, about] of byFacet(phrases)) {
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

function byFacet(phrases: readonly WithFilters[]): ReadonlyMap<FacetName, WithFilters[]> {
  const groups = new Map<FacetName, WithFilters[]>();
  for (const phrase of phrases) {
    const facet = facetOf(phrase.filters);
    if (facet === undefined) continue;
    const group = groups.get(facet) ?? [];
    group.push(phrase);
    groups.set(facet, group);
  }
  return groups;
}

/** Undefined when the phrases contradict one another. */
function combineOnFacet(facet: FacetName, about: readonly WithFilters[]): DesignFilters | undefined {
  if (facet === 'negSpace') return { negSpaceAny: sidesOf(about) };
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
