import type { Address } from '../address/address.js';
import { useAddress } from '../address/use-address.js';
import { useOwnSource } from '../api/service-store.js';
import { describeFilters, percent } from './describe-filters.js';
import { describeUse } from './use.js';

/** Something that was set and that leaves images out. */
interface Limit {
  key: string;
  words: string;
  /** For a chip to show. */
  colour?: string | undefined;
  /** What the address is without it. */
  without: Partial<Address>;
}

/** What limits the search, in words. */
export function useLimits(): Limit[] {
  const { filters, use, usableOnly, minScore } = useAddress();
  const limits: Limit[] = describeFilters(filters, useOwnSource()).map(({ names, ...shown }) => ({
    key: names.join(),
    ...shown,
    without: { filters: without(filters, names) },
  }));
  for (const { name, words } of describeUse(use))
    limits.push({
      key: `use_${name}`,
      words: `For: ${words}`,
      without: { use: without(use, [name]) },
    });
  if (usableOnly) limits.push({ key: 'usable_only', words: 'Usable only', without: { usableOnly: false } });
  if (minScore > 0) {
    const words = `Fits ${percent(minScore)} or better`;
    limits.push({ key: 'min_score', words, without: { minScore: 0 } });
  }
  return limits;
}

function without<Values extends object>(values: Values, names: readonly (keyof Values)[]): Values {
  const others = Object.entries(values).filter(([name]) => !names.includes(name as keyof Values));
  return Object.fromEntries(others) as Values;
}

export const NO_LIMITS: Partial<Address> = { filters: {}, use: {}, usableOnly: false, minScore: 0 };
