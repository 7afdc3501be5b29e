interface CloseHash {
  /** Position of the earlier hash. */
  before: number;
  /** Bits in which the two differ. */
  bits: number;
}

export const CLOSE_BITS_MAX = 6;

/** For each hash of 16 hexadecimal digits the earlier ones that differ from it in at most `CLOSE_BITS_MAX` bits, in their order. */
export function closeHashes(hashes: readonly string[]): CloseHash[][] {
  // Each read once, because a search compares a hundred thousand pairs.
  const high = Int32Array.from(hashes, highOf);
  const low = Int32Array.from(hashes, lowOf);
  return hashes.map((_, at) => {
    const close: CloseHash[] = [];
    const [above = 0, below = 0] = [high[at], low[at]];
    for (let before = 0; before < at; before += 1) {
      const bits = bitsSetInBoth(above ^ (high[before] ?? 0), below ^ (low[before] ?? 0));
      if (bits <= CLOSE_BITS_MAX) close.push({ before, bits });
    }
    return close;
  });
}

/** Bits in which two hashes differ. */
export function hashBitsBetween(one: string, other: string): number {
  return bitsSetInBoth(highOf(one) ^ highOf(other), lowOf(one) ^ lowOf(other));
}

const highOf = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16) | 0;
const lowOf = (hash: string): number => Number.parseInt(hash.slice(8), 16) | 0;

/** How many bits are set in two times 32; Hacker's Delight, 5-2, with one sum for both. */
export function bitsSetInBoth(one: number, other: number): number {
  const pairs = one - ((one >>> 1) & 0x55555555);
  const otherPairs = other - ((other >>> 1) & 0x55555555);
  const fours =
    (pairs & 0x33333333) +
    ((pairs >>> 2) & 0x33333333) +
    (otherPairs & 0x33333333) +
    ((otherPairs >>> 2) & 0x33333333);
  const eights = (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
  return Math.imul(eights, 0x01010101) >>> 24;
}
