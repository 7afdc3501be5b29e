import { LINEAR_OF_SRGB, LUMINANCE_WEIGHTS } from './srgb.js';

/** Steps of the table below; the error near black, where L* is steepest, stays under 0.1 of 100. */
const TABLE_STEPS = 16_384;

/** CIE L* / 100 of relative luminance k / TABLE_STEPS: a table, because a cube root per pixel is slow. */
const LIGHTNESS = Float32Array.from({ length: TABLE_STEPS + 1 }, (_, step) =>
  lightnessOf(step / TABLE_STEPS),
);

/** Contribution of each 8-bit channel value to the relative luminance, in steps of the table. */
export const RELATIVE_LUMINANCE = {
  red: LINEAR_OF_SRGB.map((value) => value * LUMINANCE_WEIGHTS.red * TABLE_STEPS),
  green: LINEAR_OF_SRGB.map((value) => value * LUMINANCE_WEIGHTS.green * TABLE_STEPS),
  blue: LINEAR_OF_SRGB.map((value) => value * LUMINANCE_WEIGHTS.blue * TABLE_STEPS),
} as const;

/** CIE L* / 100 of a sum of `RELATIVE_LUMINANCE`: 0 is black, 1 is white, 0.54 the middle grey of sRGB (128). */
export function lightnessAt(steps: number): number {
  // Rounding may put a white pixel slightly above the last step.
  return LIGHTNESS[Math.min(TABLE_STEPS, (steps + 0.5) | 0)] ?? 1;
}

function lightnessOf(relative: number): number {
  const scaled = relative > (6 / 29) ** 3 ? Math.cbrt(relative) : relative / (3 * (6 / 29) ** 2) + 4 / 29;
  return (116 * scaled - 16) / 100;
}
