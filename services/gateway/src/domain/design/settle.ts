import { SIDES, type Side } from '../filters.js';
import {
  ASPECT_NAMES,
  ASPECTS,
  RANGE_ASPECTS,
  aspectOf,
  type Aspect,
  type DesignFilters,
} from './design-filters.js';
import type { Found } from './found.js';

/**
 * Makes one set of filters of all phrases. Bounds narrow one another; sides add up, and a side that was named stands
 * against "copy space" that names none; of several colours the first is preferred. Phrases that contradict one another
 * ("bright", "dark") are none of them taken: which one was meant is a guess, and their words stay in the query.
 */
export function settle(phrases: readonly Found[]): { found: Found[]; filters: DesignFilters } {
  let found = [...phrases];
  const filters: DesignFilters = {};
  for (const aspect of ASPECT_NAMES) {
    const about = found.filter((phrase) => aspectOf(phrase.filters) === aspect);
    const settled = about.length > 0 ? together(aspect, about) : undefined;
    if (settled) Object.assign(filters, settled.filters);
    const dropped = new Set(settled ? settled.dropped : about);
    if (dropped.size > 0) found = found.filter((phrase) => !dropped.has(phrase));
  }
  return { found, filters };
}

interface Settled {
  filters: DesignFilters;
  /** Phrases whose words stay in the query. */
  dropped: readonly Found[];
}

/** Undefined when the phrases contradict one another. */
function together(aspect: Aspect, about: readonly Found[]): Settled | undefined {
  if (aspect === 'palette') return { filters: about[0]?.filters ?? {}, dropped: about.slice(1) };
  if (aspect === 'negSpace') return { filters: { negSpaceAny: sidesOf(about) }, dropped: [] };
  if (RANGE_ASPECTS.some((range) => range === aspect)) return rangeOf(ASPECTS[aspect] as Bounds, about);
  const [name] = ASPECTS[aspect];
  return about.every(({ filters }) => filters[name] === about[0]?.filters[name])
    ? { filters: about[0]?.filters ?? {}, dropped: [] }
    : undefined;
}

function sidesOf(about: readonly Found[]): Side[] {
  const named = about.map(({ filters }) => filters.negSpaceAny ?? []);
  const some = named.filter((sides) => sides.length < SIDES.length);
  const wanted = new Set((some.length > 0 ? some : named).flat());
  return SIDES.filter((side) => wanted.has(side));
}

type RangeName = 'luminanceMin' | 'luminanceMax' | 'facesMin' | 'facesMax' | 'aspectMin' | 'aspectMax';
type Bounds = readonly [min: RangeName, max: RangeName];

function rangeOf([minName, maxName]: Bounds, about: readonly Found[]): Settled | undefined {
  const bounds = (name: RangeName) => about.flatMap(({ filters }) => filters[name] ?? []);
  const [mins, maxs] = [bounds(minName), bounds(maxName)];
  const [min, max] = [Math.max(...mins), Math.min(...maxs)];
  if (min > max) return undefined;
  return {
    filters: { ...(mins.length > 0 && { [minName]: min }), ...(maxs.length > 0 && { [maxName]: max }) },
    dropped: [],
  };
}
