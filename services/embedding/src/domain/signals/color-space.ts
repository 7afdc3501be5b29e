/** Linear light of each 8-bit sRGB value, 0–1 (IEC 61966-2-1). */
const LINEAR_OF_SRGB = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance of linear sRGB, weight of each channel. */
export const LUMINANCE_WEIGHTS = { red: 0.2126729, green: 0.7151522, blue: 0.072175 } as const;

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

function linear(value: number): number {
  const below = Math.floor(value);
  const low = LINEAR_OF_SRGB[below] ?? 1;
  const high = LINEAR_OF_SRGB[below + 1] ?? 1;
  return low + (high - low) * (value - below);
}

/** CIE L* / 100 of an 8-bit sRGB colour: 0 is black, 1 is white, 0.54 the middle grey of sRGB (128). */
export function lightnessOf(red: number, green: number, blue: number): number {
  const relative =
    LUMINANCE_WEIGHTS.red * (LINEAR_OF_SRGB[red] ?? 0) +
    LUMINANCE_WEIGHTS.green * (LINEAR_OF_SRGB[green] ?? 0) +
    LUMINANCE_WEIGHTS.blue * (LINEAR_OF_SRGB[blue] ?? 0);
  const scaled = relative > (6 / 29) ** 3 ? Math.cbrt(relative) : relative / (3 * (6 / 29) ** 2) + 4 / 29;
  return (116 * scaled - 16) / 100;
}
