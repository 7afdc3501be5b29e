import { SIDES, type Side } from '../filters.js';
import { ASPECTS, RANGE_ASPECTS, aspectOf, type Aspect, type DesignFilters } from './design-filters.js';

/** A phrase's filters, all about one aspect; empty when it asks for nothing. */
interface Asking {
  filters: DesignFilters;
}

/**
 * Makes one set of filters of all phrases. Bounds narrow one another; sides add up, and a side that was named stands
 * against "copy space" that names none. Phrases that contradict one another ("bright", "dark"; "blue tones", "mostly
 * red") are none of them kept: which one was meant is a guess, and their words stay in the query.
 */
export function settle<Phrase extends Asking>(
  phrases: readonly Phrase[],
): { kept: Phrase[]; filters: DesignFilters } {
  const filters: DesignFilters = {};
  const contradictory = new Set<Aspect>();
  for (const [aspect, about] of byAspect(phrases)) {
    const settled = together(aspect, about);
    if (settled) Object.assign(filters, settled);
    else contradictory.add(aspect);
  }
  const stays = ({ filters }: Phrase): boolean => {
    const aspect = aspectOf(filters);
    return aspect === undefined || !contradictory.has(aspect);
  };
  return { kept: phrases.filter(stays), filters };
}

function byAspect(phrases: readonly Asking[]): ReadonlyMap<Aspect, Asking[]> {
  const groups = new Map<Aspect, Asking[]>();
  for (const phrase of phrases) {
    const aspect = aspectOf(phrase.filters);
    if (aspect === undefined) continue;
    const group = groups.get(aspect) ?? [];
    group.push(phrase);
    groups.set(aspect, group);
  }
  return groups;
}

/** Undefined when the phrases contradict one another. */
function together(aspect: Aspect, about: readonly Asking[]): DesignFilters | undefined {
  if (aspect === 'negSpace') return { negSpaceAny: sidesOf(about) };
  if (RANGE_ASPECTS.some((range) => range === aspect)) return rangeOf(ASPECTS[aspect] as Bounds, about);
  const [name] = ASPECTS[aspect];
  return about.every(({ filters }) => filters[name] === about[0]?.filters[name])
    ? about[0]?.filters
    : undefined;
}

function sidesOf(about: readonly Asking[]): Side[] {
  const named = about.map(({ filters }) => filters.negSpaceAny ?? []);
  const some = named.filter((sides) => sides.length < SIDES.length);
  const wanted = new Set((some.length > 0 ? some : named).flat());
  return SIDES.filter((side) => wanted.has(side));
}

type RangeName = 'luminanceMin' | 'luminanceMax' | 'facesMin' | 'facesMax' | 'aspectMin' | 'aspectMax';
type Bounds = readonly [min: RangeName, max: RangeName];

function rangeOf([minName, maxName]: Bounds, about: readonly Asking[]): DesignFilters | undefined {
  const bounds = (name: RangeName) => about.flatMap(({ filters }) => filters[name] ?? []);
  const [mins, maxs] = [bounds(minName), bounds(maxName)];
  const [min, max] = [Math.max(...mins), Math.min(...maxs)];
  if (min > max) return undefined;
  return { ...(mins.length > 0 && { [minName]: min }), ...(maxs.length > 0 && { [maxName]: max }) };
}
