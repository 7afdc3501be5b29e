import type { Address } from '../address/address.js';
import { useAddress } from '../address/use-address.js';
import { useOwnSource } from '../api/service-store.js';
import type { Filters } from '../api/types.js';
import { describeFilters, percent } from './describe-filters.js';
import { describeUse, withoutPurpose } from './use.js';

/** Something that was set and that leaves images out. */
interface Limit {
  key: string;
  words: string;
  /** For a colour, so that a chip can show it. */
  colour?: string;
  /** What the address is without it. */
  without: Partial<Address>;
}

/** What limits the search, in words. */
export function useLimits(): Limit[] {
  const { filters, use, usableOnly, minScore } = useAddress();
  const limits: Limit[] = describeFilters(filters, useOwnSource()).map(({ names, ...shown }) => ({
    key: names.join(),
    ...shown,
    without: { filters: withoutFilters(filters, names) },
  }));
  for (const { name, words } of describeUse(use))
    limits.push({ key: `use_${name}`, words: `For: ${words}`, without: { use: withoutPurpose(use, name) } });
  if (usableOnly) limits.push({ key: 'usable_only', words: 'Usable only', without: { usableOnly: false } });
  if (minScore > 0) {
    const words = `Fits ${percent(minScore)} or better`;
    limits.push({ key: 'min_score', words, without: { minScore: 0 } });
  }
  return limits;
}

export const NO_LIMITS: Partial<Address> = { filters: {}, use: {}, usableOnly: false, minScore: 0 };

function withoutFilters(filters: Filters, names: readonly string[]): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));
}
