import type { Filters } from '../filters.js';
import { ASPECT_NAMES, ASPECTS, filtersOfAspect, type Aspect, type DesignFilters } from './design-filters.js';

/**
 * The inferred filters that stand beside the caller's own, which win. An inferred range falls as a whole when the
 * caller set the same bound, so that half of "two people" never stays; on the other side of an explicit bound it
 * stays, unless nothing could satisfy both: `luminance_max: 0.9` and "bright" hold together, `luminance_max: 0.5` alone.
 */
export function yieldToExplicit(inferred: DesignFilters, explicit: Filters): DesignFilters {
  return Object.assign(
    {},
    ...ASPECT_NAMES.map((aspect) => filtersOfAspect(inferred, aspect)).filter(
      (filters, at) => !standsAgainst(ASPECT_NAMES[at], filters, explicit),
    ),
  ) as DesignFilters;
}

function standsAgainst(aspect: Aspect | undefined, inferred: DesignFilters, explicit: Filters): boolean {
  if (aspect === undefined) return false;
  const names = ASPECTS[aspect];
  if (names.some((name) => inferred[name] !== undefined && explicit[name] !== undefined)) return true;
  const [min, max] = names.map((name) => explicit[name] ?? inferred[name]);
  return typeof min === 'number' && typeof max === 'number' && min > max;
}
