import { bitsSetInBoth } from './bits.js';

/** Hashes of 64 bits in two columns. */
interface HashColumns {
  high: Int32Array;
  low: Int32Array;
}

export interface CloseHash {
  /** Position of the earlier hash. */
  before: number;
  /** Bits in which the two differ. */
  bits: number;
}

/** Hashes that differ in at most six of 64 bits share one of seven parts at least, so only such pairs are compared. */
const PARTS = 7;
export const CLOSE_BITS_MAX = PARTS - 1;
const PART_BITS = 9;
const PART_VALUES = 2 ** PART_BITS;
const NONE = -1;

/** For each hash the earlier ones that differ from it in at most `CLOSE_BITS_MAX` bits, in their order. */
export function closeHashes(hashes: readonly string[]): CloseHash[][] {
  const columns = columnsOf(hashes);
  // The last hash with a part, and for each hash the one before it with the same part.
  const lastWith = new Int32Array(PARTS * PART_VALUES).fill(NONE);
  const earlierWith = new Int32Array(PARTS * hashes.length);
  const comparedWith = new Int32Array(hashes.length).fill(NONE);
  return hashes.map((_, at) => {
    const close: CloseHash[] = [];
    for (let part = 0; part < PARTS; part += 1) {
      const list = part * PART_VALUES + partOf(columns, at, part);
      const last = lastWith[list] ?? NONE;
      for (let before = last; before !== NONE; before = earlierWith[before * PARTS + part] ?? NONE) {
        if (comparedWith[before] === at) continue;
        comparedWith[before] = at;
        const bits = differingBits(columns, at, before);
        if (bits <= CLOSE_BITS_MAX) close.push({ before, bits });
      }
      earlierWith[at * PARTS + part] = last;
      lastWith[list] = at;
    }
    return close.sort((one, other) => one.before - other.before);
  });
}

/** Bits in which two hashes of 16 hexadecimal digits differ. */
export function hashBitsBetween(one: string, other: string): number {
  return bitsSetInBoth(highOf(one) ^ highOf(other), lowOf(one) ^ lowOf(other));
}

function differingBits({ high, low }: HashColumns, one: number, other: number): number {
  return bitsSetInBoth((high[one] ?? 0) ^ (high[other] ?? 0), (low[one] ?? 0) ^ (low[other] ?? 0));
}

/** Six parts of nine bits, three in each half above its lowest five; and the ten bits that are left. */
function partOf({ high, low }: HashColumns, at: number, part: number): number {
  const [above, below] = [high[at] ?? 0, low[at] ?? 0];
  if (part < 3) return (above >>> (5 + PART_BITS * part)) & (PART_VALUES - 1);
  if (part < 6) return (below >>> (5 + PART_BITS * (part - 3))) & (PART_VALUES - 1);
  // One bit too many for a part: leaving it out compares more pairs and loses none.
  return ((above & 0b11111) << 4) | (below & 0b1111);
}

function columnsOf(hashes: readonly string[]): HashColumns {
  return { high: Int32Array.from(hashes, highOf), low: Int32Array.from(hashes, lowOf) };
}

const highOf = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16) | 0;
const lowOf = (hash: string): number => Number.parseInt(hash.slice(8), 16) | 0;
