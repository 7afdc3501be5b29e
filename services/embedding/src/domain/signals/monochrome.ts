import type { ColorHistogram } from './color-histogram.js';
import { chromaOf, hueOf } from './color-space.js';

/** OKLab chroma that is not visible: the cast of a grey scan, the colour noise of a JPEG. Brown fur begins above it. */
const NEUTRAL_CHROMA_MAX = 0.03;
/** Share of the pixels that must stay under a limit: a red date stamp does not make an image coloured. */
const PIXEL_SHARE = 0.95;

/** A white ground says nothing about the colours of what stands on it. */
const WHITE = { lightnessMin: 0.98, chromaMax: 0.02 };
/** A nearly empty sheet is judged as a whole. */
const GROUND_SHARE_MAX = 0.98;

/** Toned prints (sepia 0.05–0.09, cyanotype up to 0.13) stay below; more chroma means a colour image. */
const TINT_CHROMA_MAX = 0.14;
/** Degrees. A toner has one hue; skin, wood and sand together span more. */
const TINT_HUE_SPREAD_MAX = 20;
/** OKLab chroma below which a hue is mostly rounding. */
const HUE_CHROMA_MIN = 0.02;
/** A tone paler than this is a cast, also in an image of few tones. */
const CAST_CHROMA_MAX = 0.04;
/** OKLab lightness between the 5th and 95th percentile: a flat area of one colour is not a toned photograph. */
const TINT_LIGHTNESS_RANGE_MIN = 0.25;
/** Histogram steps of lightness; finer than the difference of neighbouring 8-bit greys. */
const LIGHTNESS_STEPS = 1024;

/**
 * A toned print has one colour for each tone; a blue sky has clouds and haze as light as its blue. OKLab distance from the mean
 * colour of the tone, below which `PIXEL_SHARE` must stay: sepia prints measure 0.004–0.009, cyanotypes 0.008–0.015.
 */
const TONE_DISTANCE_MAX = { blue: 0.0155, other: 0.009 };
/** Degrees of OKLab hue of iron blue. */
const BLUE = { from: 220, to: 280 };
const TONES = 128;

/** OKLab chroma of magenta, the strongest colour of sRGB. */
const SRGB_CHROMA_MAX = 0.3225;

/** Mean chroma of an image without its white ground, 0 to 1 (the strongest colour of sRGB). */
export function saturationOf(histogram: ColorHistogram): number {
  const { size, chroma, share } = colorsOf(histogram);
  let sum = 0;
  for (let at = 0; at < size; at += 1) sum += (chroma[at] ?? 0) * (share[at] ?? 0);
  return Math.min(1, sum / SRGB_CHROMA_MAX);
}

/** Whether an image is black and white, or toned in a single hue as a sepia print is. */
export function isMonochrome(histogram: ColorHistogram): boolean {
  const colors = colorsOf(histogram);
  // The 95th percentile of chroma is below a limit exactly when 95 % of the pixels are.
  if (isMostlyPaler(colors, NEUTRAL_CHROMA_MAX)) return true;
  return isMostlyPaler(colors, TINT_CHROMA_MAX) && isToned(colors);
}

/** Columns, because thousands of objects for each image are slow. */
interface Colors {
  size: number;
  l: Float64Array;
  a: Float64Array;
  b: Float64Array;
  chroma: Float64Array;
  /** Of the pixels that are looked at. */
  share: Float64Array;
}

/** The colours of an image without its white ground. */
function colorsOf(histogram: ColorHistogram): Colors {
  const { size } = histogram;
  const column = (): Float64Array => new Float64Array(size);
  const shown = { size: 0, l: column(), a: column(), b: column(), chroma: column(), share: column() };
  const chromas = column();
  let total = 0;
  for (let at = 0; at < size; at += 1) {
    const color = { l: histogram.l[at] ?? 0, a: histogram.a[at] ?? 0, b: histogram.b[at] ?? 0 };
    const chroma = chromaOf(color);
    chromas[at] = chroma;
    if (color.l >= WHITE.lightnessMin && chroma < WHITE.chromaMax) continue;
    const own = histogram.share[at] ?? 0;
    shown.l[shown.size] = color.l;
    shown.a[shown.size] = color.a;
    shown.b[shown.size] = color.b;
    shown.chroma[shown.size] = chroma;
    shown.share[shown.size] = own;
    shown.size += 1;
    total += own;
  }
  if (total < 1 - GROUND_SHARE_MAX) return { ...histogram, chroma: chromas };
  for (let at = 0; at < shown.size; at += 1) shown.share[at] = (shown.share[at] ?? 0) / total;
  return shown;
}

function isToned(colors: Colors): boolean {
  const { size, l, a, b, chroma, share } = colors;
  const shareOfDegree = new Float64Array(360);
  const shareOfLightness = new Float64Array(LIGHTNESS_STEPS + 1);
  for (let at = 0; at < size; at += 1) {
    const color = { l: l[at] ?? 0, a: a[at] ?? 0, b: b[at] ?? 0 };
    const own = share[at] ?? 0;
    const step = Math.min(LIGHTNESS_STEPS, Math.max(0, Math.round(color.l * LIGHTNESS_STEPS)));
    shareOfLightness[step] = (shareOfLightness[step] ?? 0) + own;
    if ((chroma[at] ?? 0) < HUE_CHROMA_MIN) continue;
    const degree = Math.floor(hueOf(color)) % 360;
    shareOfDegree[degree] = (shareOfDegree[degree] ?? 0) + own;
  }
  const isCast = isMostlyPaler(colors, CAST_CHROMA_MAX);
  if (!isCast && lightnessRange(shareOfLightness) < TINT_LIGHTNESS_RANGE_MIN) return false;
  const hues = narrowestArc(shareOfDegree);
  if (hues.degrees >= TINT_HUE_SPREAD_MAX) return false;
  const isBlue = hues.from >= BLUE.from && hues.from + hues.degrees <= BLUE.to;
  const distanceMax = isBlue ? TONE_DISTANCE_MAX.blue : TONE_DISTANCE_MAX.other;
  return isMostlyNearTone(colors, distanceMax);
}

/** Compares each colour with the mean colour of all that are as light. */
function isMostlyNearTone({ size, l, a, b, share }: Colors, distanceMax: number): boolean {
  const toneOf = (lightness: number): number =>
    Math.min(TONES - 1, Math.max(0, Math.floor(lightness * TONES)));
  const tones = { share: new Float64Array(TONES), a: new Float64Array(TONES), b: new Float64Array(TONES) };
  for (let at = 0; at < size; at += 1) {
    const tone = toneOf(l[at] ?? 0);
    const own = share[at] ?? 0;
    tones.share[tone] = (tones.share[tone] ?? 0) + own;
    tones.a[tone] = (tones.a[tone] ?? 0) + own * (a[at] ?? 0);
    tones.b[tone] = (tones.b[tone] ?? 0) + own * (b[at] ?? 0);
  }
  let near = 0;
  for (let at = 0; at < size; at += 1) {
    const tone = toneOf(l[at] ?? 0);
    const whole = tones.share[tone] ?? 1;
    const overA = (a[at] ?? 0) - (tones.a[tone] ?? 0) / whole;
    const overB = (b[at] ?? 0) - (tones.b[tone] ?? 0) / whole;
    if (Math.hypot(overA, overB) <= distanceMax) near += share[at] ?? 0;
  }
  return reaches(near, PIXEL_SHARE);
}

function isMostlyPaler({ size, chroma, share }: Colors, chromaMax: number): boolean {
  let paler = 0;
  for (let at = 0; at < size; at += 1) if ((chroma[at] ?? 0) < chromaMax) paler += share[at] ?? 0;
  return reaches(paler, PIXEL_SHARE);
}

function lightnessRange(shareOfStep: Float64Array): number {
  const percentile = (wanted: number): number => {
    let passed = 0;
    return shareOfStep.findIndex((share) => reaches((passed += share), wanted));
  };
  return (percentile(PIXEL_SHARE) - percentile(1 - PIXEL_SHARE)) / LIGHTNESS_STEPS;
}

/** The narrowest arc that holds the hues of `PIXEL_SHARE` of the coloured pixels. */
function narrowestArc(shareOfDegree: Float64Array): { from: number; degrees: number } {
  const wanted = shareOfDegree.reduce((sum, share) => sum + share, 0) * PIXEL_SHARE;
  let narrowest = { from: 0, degrees: 360 };
  let held = 0;
  let end = 0;
  for (let start = 0; start < 360; start += 1) {
    while (end < start + 360 && !reaches(held, wanted)) {
      held += shareOfDegree[end % 360] ?? 0;
      end += 1;
    }
    if (reaches(held, wanted) && end - start < narrowest.degrees) {
      narrowest = { from: start, degrees: end - start };
    }
    held -= shareOfDegree[start] ?? 0;
  }
  return narrowest;
}

/** Tolerates the rounding of sums of thousands of fractions. */
function reaches(share: number, wanted: number): boolean {
  return share >= wanted - 1e-9;
}
