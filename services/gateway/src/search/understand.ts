import { parseDesign } from '@imagesearch/brief-parser/parse-design';
import { yieldToExplicit } from '@imagesearch/brief-parser/combine-filters';
import { DEFAULT_FILTERS, type Filters } from '@imagesearch/facets/filters';
import type { SearchFilters } from './relax.js';
import type { AppliedDesign } from './result.js';

export interface Understood {
  /** What to search for; empty when there are no words, or none but those of the design. */
  words: string;
  filters: SearchFilters;
  appliedDesign: AppliedDesign | null;
}

/** Splits a brief into words to search for and filters; the caller's own win over those that the words ask for. */
export function understand(query: string | null, explicit: Filters, readDesign: boolean): Understood {
  const appliedDesign = readDesign ? designOf(query ?? '', explicit) : null;
  return {
    words: appliedDesign?.query ?? query ?? '',
    filters: searchFilters(explicit, appliedDesign?.filters),
    appliedDesign,
  };
}

/** What may be relaxed: the inferred filters, and the defaults that the caller did not replace. */
export function searchFilters(explicit: Filters, inferred: Filters = {}): SearchFilters {
  const own = Object.keys(explicit);
  const byDefault = Object.entries(DEFAULT_FILTERS).filter(([name]) => !own.includes(name));
  return { explicit, relaxable: { ...Object.fromEntries(byDefault), ...inferred } };
}

function designOf(query: string, explicit: Filters): AppliedDesign {
  const { filters, phrases, excluded, rest } = parseDesign(query);
  return { filters: yieldToExplicit(filters, explicit), phrases, excluded, query: rest };
}
