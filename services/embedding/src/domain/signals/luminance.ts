import type { RgbPixels } from '../pixels.js';
import { LINEAR_OF_SRGB, LUMINANCE_WEIGHTS } from './srgb.js';

/** Steps of the table below; the error near black, where L* is steepest, stays under 0.1 of 100. */
const TABLE_STEPS = 16_384;

/** CIE L* / 100 of relative luminance k / TABLE_STEPS: a table, because a cube root a pixel is slow. */
const LIGHTNESS = Float32Array.from({ length: TABLE_STEPS + 1 }, (_, step) =>
  lightnessOf(step / TABLE_STEPS),
);

/** Mean CIE L* / 100 over all pixels: 0 is black, 1 is white, 0.54 the middle grey of sRGB (128). */
export function luminanceOf({ data }: RgbPixels): number {
  const { red, green, blue } = LUMINANCE_WEIGHTS;
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) {
    const relative = red * linear(data[at]) + green * linear(data[at + 1]) + blue * linear(data[at + 2]);
    sum += LIGHTNESS[Math.min(TABLE_STEPS, Math.round(relative * TABLE_STEPS))] ?? 1;
  }
  return Math.min(1, Math.max(0, sum / (data.length / 3)));
}

function linear(value = 0): number {
  return LINEAR_OF_SRGB[value] ?? 0;
}

function lightnessOf(relative: number): number {
  const scaled = relative > (6 / 29) ** 3 ? Math.cbrt(relative) : relative / (3 * (6 / 29) ** 2) + 4 / 29;
  return (116 * scaled - 16) / 100;
}
