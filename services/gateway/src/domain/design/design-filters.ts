import type { Filters } from '../filters.js';

/** The filters that words can ask for. */
export type DesignFilters = Pick<
  Filters,
  | 'luminanceMin'
  | 'luminanceMax'
  | 'monochrome'
  | 'facesMin'
  | 'facesMax'
  | 'aspectMin'
  | 'aspectMax'
  | 'negSpaceAny'
  | 'paletteNear'
  | 'commercial'
  | 'derivatives'
  | 'attributionRequired'
>;

/** What one filter, or the two bounds of one range, are about: phrases of one aspect can contradict one another. */
export const ASPECTS = {
  luminance: ['luminanceMin', 'luminanceMax'],
  monochrome: ['monochrome'],
  faces: ['facesMin', 'facesMax'],
  aspect: ['aspectMin', 'aspectMax'],
  negSpace: ['negSpaceAny'],
  palette: ['paletteNear'],
  commercial: ['commercial'],
  derivatives: ['derivatives'],
  attribution: ['attributionRequired'],
} as const satisfies Record<string, readonly (keyof DesignFilters)[]>;

export type Aspect = keyof typeof ASPECTS;
export const ASPECT_NAMES = Object.keys(ASPECTS) as Aspect[];
export const RANGE_ASPECTS = ['luminance', 'faces', 'aspect'] as const satisfies readonly Aspect[];

/** The filters of one aspect alone. */
export function filtersOfAspect(filters: Readonly<Filters>, aspect: Aspect): DesignFilters {
  return Object.fromEntries(
    ASPECTS[aspect].flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  );
}

/** The aspect that a phrase's filters are about; a phrase is about one. */
export function aspectOf(filters: DesignFilters): Aspect | undefined {
  for (const name in filters) return ASPECT_OF.get(name);
  return undefined;
}

const ASPECT_OF: ReadonlyMap<string, Aspect> = new Map(
  ASPECT_NAMES.flatMap((aspect) => ASPECTS[aspect].map((name): [string, Aspect] => [name, aspect])),
);
