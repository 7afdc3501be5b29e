import type { RgbPixels } from '../../domain/pixels.js';

export interface PixelScale {
  /** For each channel, on values from 0 to 1: (value − mean) / std. */
  mean: readonly number[];
  std: readonly number[];
}

/** Writes three planes of scaled numbers, red first, into `target` from `offset` on. */
export function writePlanes(
  { data, width, height }: RgbPixels,
  { mean, std }: PixelScale,
  target: Float32Array,
  offset: number,
): void {
  const plane = width * height;
  for (let channel = 0; channel < 3; channel += 1) {
    const scale = 1 / (255 * (std[channel] ?? 1));
    const shift = (mean[channel] ?? 0) / (std[channel] ?? 1);
    const from = offset + channel * plane;
    for (let at = 0; at < plane; at += 1) target[from + at] = (data[3 * at + channel] ?? 0) * scale - shift;
  }
}
