import { facetRow, SIDES, type FacetName, type Side } from '@imagesearch/facets/facets';
import { NAMES_LIMITS } from '@imagesearch/facets/limits';
import {
  boundOf,
  DESIGN_FACETS,
  FILTERS,
  filtersOn,
  isEmptyRange,
  type DesignFilters,
  type Filters,
} from '@imagesearch/facets/filters';

/** The filters of a phrase, mostly on one facet: a size asks for a shape and a resolution. One that was only ruled out has none. */
interface WithFilters {
  filters: DesignFilters;
}

/**
 * Combines the filters of all phrases. Bounds narrow one another. Sides add up, and a named side wins over "copy space"
 * without one. Licences add up. Phrases that contradict one another ("bright", "dark"; "blue tones", "mostly red") are all dropped and
 * their words stay in the query, because a choice between them would be a guess.
 */
export function combineFilters<Phrase extends WithFilters>(
  phrases: readonly Phrase[],
): { kept: Phrase[]; filters: DesignFilters } {
  const filters: DesignFilters = {};
  const contradictory = new Set<FacetName>();
  for (const facet of new Set(phrases.flatMap(({ filters }) => facetsOf(filters)))) {
    const about = phrases.filter(({ filters }) => facetsOf(filters).includes(facet));
    const settled = combineOnFacet(facet, about);
    if (settled) Object.assign(filters, settled);
    else contradictory.add(facet);
  }
  const stays = ({ filters }: Phrase): boolean =>
    !facetsOf(filters).some((facet) => contradictory.has(facet));
  return { kept: phrases.filter(stays), filters };
}

/** Undefined when the phrases contradict one another. */
function combineOnFacet(facet: FacetName, about: readonly WithFilters[]): DesignFilters | undefined {
  const { kind } = facetRow(facet);
  if (kind === 'sides') return { negSpaceAny: sidesOf(about) };
  if (kind === 'number' || kind === 'date') return rangeOf(facet, about);
  if (kind === 'name') return { licenseAny: licensesOf(about) };
  const [name] = filtersOn(facet) as readonly (keyof DesignFilters)[];
  const [value, ...others] = about.map(({ filters }) => name && filters[name]);
  return name && others.every((other) => other === value) ? { [name]: value } : undefined;
}

function sidesOf(about: readonly WithFilters[]): Side[] {
  const named = about.map(({ filters }) => filters.negSpaceAny ?? []);
  const some = named.filter((sides) => sides.length < SIDES.length);
  const wanted = new Set((some.length > 0 ? some : named).flat());
  return SIDES.filter((side) => wanted.has(side));
}

/** One image has one licence, so several that are named are alternatives: "cc0 or cc by". */
function licensesOf(about: readonly WithFilters[]): string[] {
  return [...new Set(about.flatMap(({ filters }) => filters.licenseAny ?? []))].slice(
    0,
    NAMES_LIMITS.namesMax,
  );
}

/** The latest beginning and the earliest end. */
function rangeOf(facet: FacetName, about: readonly WithFilters[]): DesignFilters | undefined {
  const narrowest = FILTERS.filter((row) => row.facet === facet).flatMap(({ name, bound }) => {
    const asked = about
      .flatMap(({ filters }: { filters: Filters }) => filters[name] ?? [])
      .sort((one, other) => boundOf(name, one) - boundOf(name, other));
    const value = bound === 'min' ? asked.at(-1) : asked[0];
    return value === undefined ? [] : [[name, value] as const];
  });
  const range: Filters = Object.fromEntries(narrowest);
  return isEmptyRange(facet, range) ? undefined : range;
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
  const isSetTwice = filtersOn(facet).some(
    (name) => inferred[name] !== undefined && explicit[name] !== undefined,
  );
  return isSetTwice || isEmptyRange(facet, { ...inferred, ...explicit });
}

/** What a phrase's filters are about. */
function facetsOf(filters: DesignFilters): FacetName[] {
  return Object.keys(filters).flatMap((name) => FACET_OF.get(name) ?? []);
}

const FACET_OF: ReadonlyMap<string, FacetName> = new Map(
  DESIGN_FACETS.flatMap((facet) => filtersOn(facet).map((name): [string, FacetName] => [name, facet])),
);
