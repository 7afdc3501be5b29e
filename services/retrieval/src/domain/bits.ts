/** Read once: a test runner looks up a global slowly. */
const { imul } = Math;

/** How many of 32 bits are set; Hacker's Delight, 5-2. */
export function bitsSet(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many bits are set in two times 32; less work than two counts. */
export function bitsSetInBoth(one: number, other: number): number {
  const pairs = one - ((one >>> 1) & 0x55555555);
  const otherPairs = other - ((other >>> 1) & 0x55555555);
  const fours =
    (pairs & 0x33333333) +
    ((pairs >>> 2) & 0x33333333) +
    (otherPairs & 0x33333333) +
    ((otherPairs >>> 2) & 0x33333333);
  const eights = (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
  return imul(eights, 0x01010101) >>> 24;
}
