import type { RgbPixels } from '../image.js';
import { oklabOf, type Oklab } from './color-space.js';

/** The mean of pixels of nearly the same colour. */
export interface Color extends Oklab {
  chroma: number;
  /** Of all pixels, 0–1. */
  share: number;
}

/** 32 steps per channel: narrower than a visible difference, and few enough for clustering. */
const BITS = 5;
const DROPPED_BITS = 8 - BITS;
const BINS = 1 << (3 * BITS);

/**
 * Of each bin the count, then the sums of red, green and blue: at most 20 million pixels of 255, far below 2 ** 32. Used again for
 * each image, because half a megabyte for each would keep the garbage collector busy.
 */
const sums = new Uint32Array(4 * BINS);

/** The colours of an image, from black to white. */
export function colorsOf({ data, width, height }: RgbPixels): Color[] {
  sums.fill(0);
  for (let pixel = 0; pixel < data.length; pixel += 3) {
    const [red, green, blue] = [data[pixel] ?? 0, data[pixel + 1] ?? 0, data[pixel + 2] ?? 0];
    const bin =
      ((red >> DROPPED_BITS) << (2 * BITS)) | ((green >> DROPPED_BITS) << BITS) | (blue >> DROPPED_BITS);
    const at = bin << 2;
    sums[at] = (sums[at] ?? 0) + 1;
    sums[at + 1] = (sums[at + 1] ?? 0) + red;
    sums[at + 2] = (sums[at + 2] ?? 0) + green;
    sums[at + 3] = (sums[at + 3] ?? 0) + blue;
  }
  const colors: Color[] = [];
  for (let at = 0; at < sums.length; at += 4) {
    const count = sums[at] ?? 0;
    if (count === 0) continue;
    const [red, green, blue] = [sums[at + 1] ?? 0, sums[at + 2] ?? 0, sums[at + 3] ?? 0];
    const { l, a, b } = oklabOf(red / count, green / count, blue / count);
    colors.push({ l, a, b, chroma: Math.hypot(a, b), share: count / (width * height) });
  }
  return colors;
}
