interface CloseImage<Image> {
  image: Image;
  /** Bits in which the two hashes differ. */
  bits: number;
}

export const CLOSE_BITS_MAX = 6;

/**
 * For each image the earlier ones whose hash differs from its own in at most `CLOSE_BITS_MAX` bits, in their order.
 * @param aloneMax After so many images that are close to no earlier one, no further one is compared with those that follow it.
 */
export function closeImages<Image extends { perceptualHash: string | null }>(
  images: readonly Image[],
  aloneMax = Infinity,
): Map<Image, CloseImage<Image>[]> {
  const hashed = images.flatMap((image) => {
    const { perceptualHash: hash } = image;
    // Each read once, because a search compares a hundred thousand pairs.
    return hash === null ? [] : { image, high: highOf(hash), low: lowOf(hash) };
  });
  const close = new Map<Image, CloseImage<Image>[]>();
  let alone = 0;
  let comparedEnd = Infinity;
  for (const [at, { image, high, low }] of hashed.entries()) {
    const before: CloseImage<Image>[] = [];
    const end = Math.min(at, comparedEnd);
    for (let other = 0; other < end; other += 1) {
      const earlier = hashed[other];
      if (earlier === undefined) continue;
      const bits = bitsSetInBoth(high ^ earlier.high, low ^ earlier.low);
      if (bits <= CLOSE_BITS_MAX) before.push({ image: earlier.image, bits });
    }
    if (before.length > 0) close.set(image, before);
    else if (++alone === aloneMax) comparedEnd = at + 1;
  }
  return close;
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
