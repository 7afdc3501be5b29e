import { parseDesign, type DesignPhrase } from '@imagesearch/brief-parser/parse-design';
import { yieldToExplicit } from '@imagesearch/brief-parser/combine-filters';
import type { FacetName } from '@imagesearch/facets/facets';
import {
  DEFAULT_FILTERS,
  filtersOn,
  RELAX_ORDER,
  type DesignFilters,
  type FilterName,
  type Filters,
} from '@imagesearch/facets/filters';
import { EXCLUDED_MAX } from '@imagesearch/facets/limits';
import { namesPerson, PERSONS } from '@imagesearch/facets/use-facts';
import { withoutMedium } from '@imagesearch/lexicon/medium';
import { filtersWithin, type BoundFilters } from '../keys/bounds.js';

/** What the words of a brief were taken to ask for. */
export interface AppliedDesign {
  /** Those that took part; a phrase that a filter of the caller's stands against has none here. */
  filters: DesignFilters;
  phrases: DesignPhrase[];
  /** What the images must not show. */
  excluded: string[];
  /** Wishes about rights or provenance that no filter can express, as written. */
  unread: string[];
  /** The words left for retrieval. */
  query: string;
}

/** The filters of a search by what they do to an image that does not meet them. */
export interface SearchFilters {
  /** It is left out. The caller's own are of this kind. */
  hard: Filters;
  /** It ranks lower: filters read from the words, and defaults that the caller did not replace. */
  soft: Filters;
}

export interface ReadBrief {
  /** What to search for; empty where the brief has no words, or only words that became filters. */
  words: string;
  filters: SearchFilters;
  appliedDesign: AppliedDesign | null;
}

/**
 * What captions must not say, as many entries as a search takes. A count of faces misses people who look away, so "no people" also
 * excludes captions that name a person. It does not if the brief names one: "woman on a beach, no people around".
 */
export function excludedWords({ excluded, filters, query }: AppliedDesign): string[] {
  const persons = filters.facesMax === 0 && !namesPerson(query) ? PERSONS : [];
  return [...excluded, ...persons].slice(0, EXCLUDED_MAX);
}

export interface WrittenBrief {
  query: string | null;
  /** The caller's own filters. */
  filters: Filters;
  /** What every image has to meet, whatever the caller and the words ask for. */
  within: BoundFilters;
  parseDesign: boolean;
  /** Whether words stay as they are. */
  exact: boolean;
  hasImage: boolean;
}

/**
 * Splits a brief into words to search for and filters. The caller's filters win over those that the words ask for. A brief of
 * design words alone asks for nothing but its filters, so these are hard.
 */
export function readBrief({ query, filters, within, parseDesign, exact, hasImage }: WrittenBrief): ReadBrief {
  const appliedDesign = parseDesign ? designOf(query ?? '', filters) : null;
  const asked = appliedDesign?.query ?? query ?? '';
  const inferred = appliedDesign?.filters ?? {};
  const hasSubject = asked !== '' || hasImage;
  const { hard, soft } = hasSubject
    ? searchFilters(filters, inferred)
    : searchFilters({ ...inferred, ...filters });
  return {
    words: exact ? asked : withoutMedium(asked),
    filters: { hard: filtersWithin(within, hard), soft },
    appliedDesign,
  };
}

/**
 * Soft are the inferred filters and the defaults; what nothing relaxes, such as a licence or what is sensitive, is hard. So is a
 * default that the words ask for: "not AI-generated".
 */
export function searchFilters(explicit: Filters, inferred: Filters = {}): SearchFilters {
  const isOwn = (name: FilterName) => explicit[name] !== undefined;
  const defaults = only(DEFAULT_FILTERS, (name) => !isOwn(name) && inferred[name] === undefined);
  const isSoft = (name: FilterName) => SOFT.has(name) && !(name in DEFAULT_FILTERS);
  return {
    hard: {
      ...only(defaults, (name) => !SOFT.has(name)),
      ...only(inferred, (name) => !isSoft(name)),
      ...explicit,
    },
    soft: {
      ...only(defaults, (name) => SOFT.has(name)),
      ...only(inferred, (name) => isSoft(name) && !isOwn(name)),
    },
  };
}

const SOFT: ReadonlySet<FilterName> = new Set(RELAX_ORDER.flatMap(filtersOn));

export const DEFAULT_FACETS: ReadonlySet<FacetName> = new Set(
  RELAX_ORDER.filter((facet) => setOn(facet, DEFAULT_FILTERS).length > 0),
);

/** Facets of the soft filters that were read from the words, the least important first. */
export function inferredFacets(soft: Filters): FacetName[] {
  return RELAX_ORDER.filter((facet) => !DEFAULT_FACETS.has(facet) && setOn(facet, soft).length > 0);
}

export function setOn(facet: FacetName, filters: Filters): FilterName[] {
  return filtersOn(facet).filter((name) => filters[name] !== undefined);
}

function only(filters: Filters, keeps: (name: FilterName) => boolean): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => keeps(name as FilterName)));
}

function designOf(query: string, explicit: Filters): AppliedDesign {
  const { filters, phrases, excluded, unread, rest } = parseDesign(query);
  return { filters: yieldToExplicit(filters, explicit), phrases, excluded, unread, query: rest };
}
