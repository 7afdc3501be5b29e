import type { RgbPixels } from '../image.js';
import { oklabOf } from './color-space.js';

/** The colours of an image in OKLab, column by column; entry i is the mean of pixels of nearly the same colour. */
export interface ColorHistogram {
  size: number;
  l: Float64Array;
  a: Float64Array;
  b: Float64Array;
  /** Of all pixels, 0–1. */
  share: Float64Array;
}

/** 32 steps per channel: narrower than a visible difference, and few enough for clustering. */
const BITS = 5;
const DROPPED_BITS = 8 - BITS;
const BINS = 1 << (3 * BITS);

export function colorHistogramOf({ data, width, height }: RgbPixels): ColorHistogram {
  // Count, then the sums of red, green and blue: at most 20 million pixels of 255, far below 2 ** 32.
  const sums = new Uint32Array(4 * BINS);
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
  return histogramOf(sums, width * height);
}

function histogramOf(sums: Uint32Array, pixels: number): ColorHistogram {
  let size = 0;
  for (let at = 0; at < sums.length; at += 4) if (sums[at] !== 0) size += 1;
  const column = (): Float64Array => new Float64Array(size);
  const histogram = { size, l: column(), a: column(), b: column(), share: column() };
  let index = 0;
  for (let at = 0; at < sums.length; at += 4) {
    const count = sums[at] ?? 0;
    if (count === 0) continue;
    const [red, green, blue] = [sums[at + 1] ?? 0, sums[at + 2] ?? 0, sums[at + 3] ?? 0];
    const { l, a, b } = oklabOf(red / count, green / count, blue / count);
    histogram.l[index] = l;
    histogram.a[index] = a;
    histogram.b[index] = b;
    histogram.share[index] = count / pixels;
    index += 1;
  }
  return histogram;
}
