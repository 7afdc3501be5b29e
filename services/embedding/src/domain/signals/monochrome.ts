import type { ColorBin } from './color-histogram.js';
import { chromaOf, hueOf } from './oklab.js';

/** OKLab chroma that nobody notices: a grey scan with a slight cast, the colour noise of a JPEG. */
const NEUTRAL_CHROMA_MAX = 0.04;
/** Share of the pixels that must stay under a chroma limit: a date stamp in red does not colour a picture. */
const PIXEL_SHARE = 0.95;

/** Toned prints (sepia 0.05–0.09, cyanotype up to 0.13) end here; stronger colour is a colour picture. */
const TINT_CHROMA_MAX = 0.14;
/** Degrees: a toner has one hue; skin, wood and sand together already span more. */
const TINT_HUE_SPREAD_MAX = 20;
/** OKLab chroma below which a hue is mostly rounding. */
const HUE_CHROMA_MIN = 0.02;
/** OKLab lightness between the 5th and 95th percentile: a flat area of one colour is not a toned photograph. */
const TINT_LIGHTNESS_RANGE_MIN = 0.25;

/** Whether a picture is black and white, or toned in a single hue as a sepia print is. */
export function isMonochrome(histogram: readonly ColorBin[]): boolean {
  const chroma = percentile(histogram, (bin) => chromaOf(bin.color), PIXEL_SHARE);
  return chroma < NEUTRAL_CHROMA_MAX || (chroma < TINT_CHROMA_MAX && isTinted(histogram));
}

function isTinted(histogram: readonly ColorBin[]): boolean {
  const lightness = (bin: ColorBin): number => bin.color.l;
  const range =
    percentile(histogram, lightness, PIXEL_SHARE) - percentile(histogram, lightness, 1 - PIXEL_SHARE);
  return range >= TINT_LIGHTNESS_RANGE_MIN && hueSpread(histogram) < TINT_HUE_SPREAD_MAX;
}

/** Degrees of the narrowest arc that holds the hues of `PIXEL_SHARE` of the coloured pixels. */
function hueSpread(histogram: readonly ColorBin[]): number {
  const shareOfDegree = new Float64Array(360);
  let coloured = 0;
  for (const { color, share } of histogram) {
    if (chromaOf(color) < HUE_CHROMA_MIN) continue;
    const degree = Math.floor(hueOf(color)) % 360;
    shareOfDegree[degree] = (shareOfDegree[degree] ?? 0) + share;
    coloured += share;
  }
  const wanted = coloured * PIXEL_SHARE;
  let narrowest = 360;
  for (let start = 0; start < 360; start += 1) {
    let held = 0;
    for (let width = 1; width < narrowest; width += 1) {
      held += shareOfDegree[(start + width - 1) % 360] ?? 0;
      if (held >= wanted) narrowest = width;
    }
  }
  return narrowest;
}

function percentile(
  histogram: readonly ColorBin[],
  valueOf: (bin: ColorBin) => number,
  share: number,
): number {
  const sorted = histogram.map((bin) => ({ value: valueOf(bin), share: bin.share }));
  sorted.sort((first, second) => first.value - second.value);
  let passed = 0;
  for (const { value, share: own } of sorted) {
    passed += own;
    if (passed >= share - Number.EPSILON) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}
