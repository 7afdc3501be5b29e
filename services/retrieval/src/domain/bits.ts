/** Read once: a test runner looks up a global slowly. */
const { imul } = Math;

/** How many of 32 bits are set; Hacker's Delight, 5-2. */
export function bitsSet(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
