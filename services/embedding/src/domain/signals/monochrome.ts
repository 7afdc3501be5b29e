import type { ColorHistogram } from './color-histogram.js';
import { chromaOf, hueOf } from './oklab.js';

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

/** Whether an image is black and white, or toned in a single hue as a sepia print is. */
export function isMonochrome(histogram: ColorHistogram): boolean {
  const colors = colorsOf(histogram);
  // The 95th percentile of chroma is below a limit exactly when 95 % of the pixels are.
  if (isMostly(colors, ({ chroma }) => chroma < NEUTRAL_CHROMA_MAX)) return true;
  return isMostly(colors, ({ chroma }) => chroma < TINT_CHROMA_MAX) && isToned(colors);
}

interface Color {
  l: number;
  a: number;
  b: number;
  chroma: number;
  /** Of the pixels that are looked at. */
  share: number;
}

/** The colours of an image without its white ground. */
function colorsOf({ size, l, a, b, share }: ColorHistogram): Color[] {
  const all = Array.from({ length: size }, (_, at): Color => {
    const color = { l: l[at] ?? 0, a: a[at] ?? 0, b: b[at] ?? 0 };
    return { ...color, chroma: chromaOf(color), share: share[at] ?? 0 };
  });
  const shown = all.filter((color) => color.l < WHITE.lightnessMin || color.chroma >= WHITE.chromaMax);
  const total = sumOf(shown);
  if (total < 1 - GROUND_SHARE_MAX) return all;
  return shown.map((color) => ({ ...color, share: color.share / total }));
}

function isToned(colors: readonly Color[]): boolean {
  const shareOfDegree = new Float64Array(360);
  const shareOfLightness = new Float64Array(LIGHTNESS_STEPS + 1);
  for (const color of colors) {
    const step = Math.min(LIGHTNESS_STEPS, Math.max(0, Math.round(color.l * LIGHTNESS_STEPS)));
    shareOfLightness[step] = (shareOfLightness[step] ?? 0) + color.share;
    if (color.chroma < HUE_CHROMA_MIN) continue;
    const degree = Math.floor(hueOf(color)) % 360;
    shareOfDegree[degree] = (shareOfDegree[degree] ?? 0) + color.share;
  }
  const isCast = isMostly(colors, ({ chroma }) => chroma < CAST_CHROMA_MAX);
  if (!isCast && lightnessRange(shareOfLightness) < TINT_LIGHTNESS_RANGE_MIN) return false;
  const hues = narrowestArc(shareOfDegree);
  if (hues.degrees >= TINT_HUE_SPREAD_MAX) return false;
  const isBlue = hues.from >= BLUE.from && hues.from + hues.degrees <= BLUE.to;
  const distanceMax = isBlue ? TONE_DISTANCE_MAX.blue : TONE_DISTANCE_MAX.other;
  const distances = distancesFromTone(colors);
  return isMostly(colors, (_, at) => (distances[at] ?? 0) <= distanceMax);
}

/** Of each colour from the mean colour of all that are as light. */
function distancesFromTone(colors: readonly Color[]): number[] {
  const toneOf = ({ l }: Color): number => Math.min(TONES - 1, Math.max(0, Math.floor(l * TONES)));
  const tones = Array.from({ length: TONES }, () => ({ share: 0, a: 0, b: 0 }));
  for (const color of colors) {
    const tone = tones[toneOf(color)];
    if (tone === undefined) continue;
    tone.share += color.share;
    tone.a += color.share * color.a;
    tone.b += color.share * color.b;
  }
  return colors.map((color) => {
    const { share = 1, a = 0, b = 0 } = tones[toneOf(color)] ?? {};
    return Math.hypot(color.a - a / share, color.b - b / share);
  });
}

function isMostly(colors: readonly Color[], test: (color: Color, at: number) => boolean): boolean {
  return reaches(sumOf(colors.filter(test)), PIXEL_SHARE);
}

function sumOf(colors: readonly Color[]): number {
  return colors.reduce((sum, { share }) => sum + share, 0);
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
