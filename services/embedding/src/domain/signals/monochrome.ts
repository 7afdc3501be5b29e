import type { ColorHistogram } from './color-histogram.js';
import { chromaOf, hueOf } from './oklab.js';

/** OKLab chroma that is not visible: the cast of a grey scan, the colour noise of a JPEG. */
const NEUTRAL_CHROMA_MAX = 0.04;
/** Share of the pixels that must stay under a chroma limit: a red date stamp does not make an image coloured. */
const PIXEL_SHARE = 0.95;

/** Toned prints (sepia 0.05–0.09, cyanotype up to 0.13) stay below; more chroma means a colour image. */
const TINT_CHROMA_MAX = 0.14;
/** Degrees. A toner has one hue; skin, wood and sand together span more. */
const TINT_HUE_SPREAD_MAX = 20;
/** OKLab chroma below which a hue is mostly rounding. */
const HUE_CHROMA_MIN = 0.02;
/** OKLab lightness between the 5th and 95th percentile: a flat area of one colour is not a toned photograph. */
const TINT_LIGHTNESS_RANGE_MIN = 0.25;
/** Histogram steps of lightness; finer than the difference of neighbouring 8-bit greys. */
const LIGHTNESS_STEPS = 1024;

/** Whether an image is black and white, or toned in a single hue as a sepia print is. */
export function isMonochrome(histogram: ColorHistogram): boolean {
  const { size, a, b, l, share } = histogram;
  const shareOfDegree = new Float64Array(360);
  const shareOfLightness = new Float64Array(LIGHTNESS_STEPS + 1);
  let neutral = 0;
  let tinted = 0;
  for (let at = 0; at < size; at += 1) {
    const color = { l: l[at] ?? 0, a: a[at] ?? 0, b: b[at] ?? 0 };
    const own = share[at] ?? 0;
    const chroma = chromaOf(color);
    if (chroma < NEUTRAL_CHROMA_MAX) neutral += own;
    if (chroma < TINT_CHROMA_MAX) tinted += own;
    const step = Math.min(LIGHTNESS_STEPS, Math.max(0, Math.round(color.l * LIGHTNESS_STEPS)));
    shareOfLightness[step] = (shareOfLightness[step] ?? 0) + own;
    if (chroma < HUE_CHROMA_MIN) continue;
    const degree = Math.floor(hueOf(color)) % 360;
    shareOfDegree[degree] = (shareOfDegree[degree] ?? 0) + own;
  }
  // The 95th percentile of chroma is below a limit exactly when 95 % of the pixels are.
  if (reaches(neutral, PIXEL_SHARE)) return true;
  return (
    reaches(tinted, PIXEL_SHARE) &&
    lightnessRange(shareOfLightness) >= TINT_LIGHTNESS_RANGE_MIN &&
    hueSpread(shareOfDegree) < TINT_HUE_SPREAD_MAX
  );
}

function lightnessRange(shareOfStep: Float64Array): number {
  const percentile = (wanted: number): number => {
    let passed = 0;
    return shareOfStep.findIndex((share) => reaches((passed += share), wanted));
  };
  return (percentile(PIXEL_SHARE) - percentile(1 - PIXEL_SHARE)) / LIGHTNESS_STEPS;
}

/** Degrees of the narrowest arc that holds the hues of `PIXEL_SHARE` of the coloured pixels. */
function hueSpread(shareOfDegree: Float64Array): number {
  const wanted = shareOfDegree.reduce((sum, share) => sum + share, 0) * PIXEL_SHARE;
  let narrowest = 360;
  let held = 0;
  let end = 0;
  for (let start = 0; start < 360; start += 1) {
    while (end < start + 360 && !reaches(held, wanted)) {
      held += shareOfDegree[end % 360] ?? 0;
      end += 1;
    }
    if (reaches(held, wanted)) narrowest = Math.min(narrowest, end - start);
    held -= shareOfDegree[start] ?? 0;
  }
  return narrowest;
}

/** Tolerates the rounding of sums of thousands of fractions. */
function reaches(share: number, wanted: number): boolean {
  return share >= wanted - 1e-9;
}
