import { isLicenseCode, type Filters } from '@imagesearch/facets/filters';
import { NAMES_LIMITS } from '@imagesearch/facets/limits';
import { conditionsFor } from '@imagesearch/facets/use';
import { z } from 'zod';
import { useSchema } from './use.js';

const name = z
  .string()
  .min(1)
  .max(NAMES_LIMITS.charsMax)
  // Postgres stores neither a null character nor half a pair.
  .refine((text) => !/\p{C}/u.test(text), { error: 'Expected printable characters.' });
const names = z.array(name).min(1).max(NAMES_LIMITS.namesMax);

/** What an operator bounds a key to. What is left out is not bounded. */
export const boundsSchema = z.strictObject({
  /** Collections. */
  sources: names.optional(),
  /** Codes of licences. */
  licenses: names
    .refine((codes) => codes.every(isLicenseCode), { error: 'A licence has no such code.' })
    .optional(),
  /** Only images that are known to be usable so. */
  usable_for: useSchema.optional(),
});

/** The images that a key may see. No request can widen it, and any other image is to the key as one that does not exist. */
export type Bounds = z.output<typeof boundsSchema>;

/** Filters that no request sets wider: they are intersected with its own. */
export type BoundFilters = Pick<Filters, 'sourceAny' | 'licenseAny' | 'usableAll'>;

/** The images that a key may see, as filters of the index; none for a key that may see all. */
export function filtersOf(bounds: Bounds | null): BoundFilters {
  const { sources, licenses, usable_for: use } = bounds ?? {};
  return {
    ...(sources && { sourceAny: sources }),
    ...(licenses && { licenseAny: licenses }),
    ...(use && { usableAll: conditionsFor(use) }),
  };
}

/** Filters that only images within a bound meet, whatever they ask for. What contradicts the bound finds nothing. */
export function filtersWithin({ sourceAny, licenseAny, usableAll }: BoundFilters, filters: Filters): Filters {
  return {
    ...filters,
    ...(sourceAny && { sourceAny: common(sourceAny, filters.sourceAny) }),
    ...(licenseAny && { licenseAny: common(licenseAny, filters.licenseAny) }),
    ...(usableAll && { usableAll: [...new Set([...usableAll, ...(filters.usableAll ?? [])])] }),
  };
}

/** What nothing has: a filter without values would not filter. */
const NOTHING = '-';

function common(allowed: readonly string[], wanted: readonly string[] | undefined): string[] {
  const both = allowed.filter((value) => wanted?.includes(value) ?? true);
  return both.length === 0 ? [NOTHING] : both;
}
