import { LINEAR_OF_SRGB } from './srgb.js';

/** OKLab: L 0–1, a and b about ±0.3. Equal distances are about equally visible. */
export interface Oklab {
  l: number;
  a: number;
  b: number;
}

/** OKLab of an sRGB colour, 0–255 a channel, fractions allowed (Ottosson, "A perceptual color space", 2020). */
export function oklabOf(red: number, green: number, blue: number): Oklab {
  const r = linear(red);
  const g = linear(green);
  const b = linear(blue);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

export function chromaOf({ a, b }: Oklab): number {
  return Math.hypot(a, b);
}

export function hueOf({ a, b }: Oklab): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

export function squaredDistance(first: Oklab, second: Oklab): number {
  return (first.l - second.l) ** 2 + (first.a - second.a) ** 2 + (first.b - second.b) ** 2;
}

function linear(value: number): number {
  const below = Math.floor(value);
  const low = LINEAR_OF_SRGB[below] ?? 1;
  const high = LINEAR_OF_SRGB[below + 1] ?? 1;
  return low + (high - low) * (value - below);
}
