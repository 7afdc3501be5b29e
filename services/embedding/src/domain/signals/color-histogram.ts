import type { RgbPixels } from '../pixels.js';
import { oklabOf, type Oklab } from './oklab.js';

/** Pixels of nearly the same colour. */
export interface ColorBin {
  /** Their mean colour. */
  color: Oklab;
  /** Their share of all pixels. */
  share: number;
}

/** 32 steps a channel: bins narrower than a visible difference, few enough to cluster at once. */
const BITS = 5;

/** The colours of a picture, the most frequent first. */
export function colorHistogramOf({ data }: RgbPixels): ColorBin[] {
  const size = 1 << (3 * BITS);
  const counts = new Uint32Array(size);
  const sums = new Float64Array(3 * size);
  const drop = 8 - BITS;
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    const bin = ((red >> drop) << (2 * BITS)) | ((green >> drop) << BITS) | (blue >> drop);
    counts[bin] = (counts[bin] ?? 0) + 1;
    sums[3 * bin] = (sums[3 * bin] ?? 0) + red;
    sums[3 * bin + 1] = (sums[3 * bin + 1] ?? 0) + green;
    sums[3 * bin + 2] = (sums[3 * bin + 2] ?? 0) + blue;
  }

  const bins: ColorBin[] = [];
  const pixels = data.length / 3;
  counts.forEach((count, bin) => {
    if (count === 0) return;
    const [red = 0, green = 0, blue = 0] = sums.subarray(3 * bin, 3 * bin + 3);
    bins.push({ color: oklabOf(red / count, green / count, blue / count), share: count / pixels });
  });
  return bins.sort((first, second) => second.share - first.share);
}
