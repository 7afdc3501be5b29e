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
