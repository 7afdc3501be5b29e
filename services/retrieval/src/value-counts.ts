import { ORIENTATIONS } from '@imagesearch/facets/facets';
import { check } from '@imagesearch/service-kit/errors';
import { compareIds } from './index/candidate.js';
import type { Facets } from '@imagesearch/facets/conditions';

/** The values of one property, the commonest first. */
export interface ValueCounts {
  property: CountedProperty;
  values: { value: string; count: number }[];
}

export type CountedProperty = keyof typeof VALUES_OF;

const VALUES_MAX = 20;

/** How many images have each value. What is unknown of an image is counted nowhere. */
export function countValues(
  images: readonly Facets[],
  properties: readonly CountedProperty[],
): ValueCounts[] {
  return properties.map((property) => {
    const counts = new Map<string, number>();
    for (const value of images.flatMap(VALUES_OF[property])) counts.set(value, (counts.get(value) ?? 0) + 1);
    const values = [...counts].map(([value, count]) => ({ value, count }));
    values.sort((one, other) => other.count - one.count || compareIds(one.value, other.value));
    return { property, values: values.slice(0, VALUES_MAX) };
  });
}

/** The values of one image: those that a filter on the property would find it by. */
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
