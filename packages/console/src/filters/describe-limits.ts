import type { Address } from '../address/address.js';
import { describeFilters, withoutFilters } from './describe-filters.js';

/** Something that was set and that leaves images out. */
export interface Limit {
  key: string;
  words: string;
  /** For a colour, so that a chip can show it. */
  colour?: string;
  /** The same search without it. */
  without: Address;
}

/** The filters and the least score of a search, in words. */
export function describeLimits(address: Address): Limit[] {
  const closed = { ...address, open: null };
  const limits: Limit[] = describeFilters(address.filters).map(({ names, ...shown }) => ({
    key: names.join(),
    ...shown,
    without: { ...closed, filters: withoutFilters(address.filters, names) },
  }));
  if (address.minScore > 0)
    limits.push({
      key: 'min_score',
      words: `Fits ${Math.round(address.minScore * 100)} % or better`,
      without: { ...closed, minScore: 0 },
    });
  return limits;
}

/** The same search without any of them. */
export function withoutLimits(address: Address): Address {
  return { ...address, filters: {}, minScore: 0, open: null };
}
