import { ORIENTATIONS } from '@imagesearch/facets/facets';
import { check } from '@imagesearch/service-kit/errors';
import { compareIds } from './index/candidate.js';
import type { Filter, IndexReads, PartsById } from './index/vector-index.js';
import type { Facets } from '@imagesearch/facets/conditions';

/** The values of one property, the commonest first. */
export interface ValueCounts {
  property: CountedProperty;
  values: { value: string; count: number }[];
}

export type CountedProperty = keyof typeof VALUES_OF;

const VALUES_MAX = 20;
/** Of more images an even sample is counted, and the numbers are estimates. */
const COUNTED_MAX = 100_000;

/** The images whose values are counted: these, or all that satisfy filters. */
export type CountedImages =
  | { assetIds: readonly string[] }
  /** @property matching How many these are, where that is known. */
  | { filters: readonly Filter[]; matching: number | undefined };

/** How many of the images have each value. */
export async function countValues(
  points: IndexReads,
  images: CountedImages,
  properties: readonly CountedProperty[],
): Promise<ValueCounts[]> {
  if (properties.length === 0) return [];
  const tallies = properties.map((property) => ({ property, counts: new Map<string, number>() }));
  let read = 0;
  for await (const page of facetsOf(points, images)) {
    read += page.size;
    for (const { property, counts } of tallies)
      for (const value of [...page.values()].flatMap(({ facets }) => VALUES_OF[property](facets)))
        counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const matching = 'filters' in images ? (images.matching ?? read) : read;
  const scale = Math.max(1, matching / Math.max(1, read));
  return tallies.map(({ property, counts }) => {
    const values = [...counts].map(([value, count]) => ({ value, count: Math.round(scale * count) }));
    values.sort((one, other) => other.count - one.count || compareIds(one.value, other.value));
    return { property, values: values.slice(0, VALUES_MAX) };
  });
}

async function* facetsOf(points: IndexReads, images: CountedImages): AsyncIterable<PartsById<'facets'>> {
  if ('assetIds' in images) yield await points.read(images.assetIds, ['facets']);
  else yield* points.pages(['facets'], { filters: images.filters, pointsMax: COUNTED_MAX });
}

/** The values of one image: those that a filter on the property would find it by. What is unknown of it counts nowhere. */
const VALUES_OF = {
  license: ({ license }: Facets) => license ?? [],
  source: ({ source }: Facets) => source,
  creator: ({ creator }: Facets) => creator ?? [],
  tags: ({ tags }: Facets) => tags,
  orientation: ({ aspect }: Facets) => (aspect === null ? [] : orientationsOf(aspect)),
};

/** Two for an aspect on the bound between them, which both filters include. */
function orientationsOf(aspect: number): string[] {
  return Object.entries(ORIENTATIONS).flatMap(([orientation, bounds]) => {
    const { aspectMin = 0, aspectMax = Infinity } = bounds as { aspectMin?: number; aspectMax?: number };
    return aspect >= aspectMin && aspect <= aspectMax ? [orientation] : [];
  });
}

export function checkCounted(names: readonly string[]): CountedProperty[] {
  const known = Object.keys(VALUES_OF);
  check(
    names.every((name) => known.includes(name)),
    ['counted'],
    `any of ${known.join(', ')}`,
  );
  return [...new Set(names)] as CountedProperty[];
}
