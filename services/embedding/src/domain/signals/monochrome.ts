import type { Color } from './colors.js';

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
export function saturationOf(colors: readonly Color[]): number {
  const sum = sumOf(withoutGround(colors), ({ chroma, share }) => chroma * share);
  return Math.min(1, sum / SRGB_CHROMA_MAX);
}

/** Whether an image is black and white, or toned in a single hue as a sepia print is. */
export function isMonochrome(colors: readonly Color[]): boolean {
  const shown = withoutGround(colors);
  // The 95th percentile of chroma is below a limit exactly when 95 % of the pixels are.
  if (isMostlyPaler(shown, NEUTRAL_CHROMA_MAX)) return true;
  return isMostlyPaler(shown, TINT_CHROMA_MAX) && isToned(shown);
}

/** The colours of an image without its white ground, with their shares of the rest. */
function withoutGround(colors: readonly Color[]): readonly Color[] {
  const shown = colors.filter(({ l, chroma }) => l < WHITE.lightnessMin || chroma >= WHITE.chromaMax);
  const total = sumOf(shown, ({ share }) => share);
  if (total < 1 - GROUND_SHARE_MAX) return colors;
  return shown.map((color) => ({ ...color, share: color.share / total }));
}

function isToned(colors: readonly Color[]): boolean {
  if (!isMostlyPaler(colors, CAST_CHROMA_MAX) && lightnessRange(colors) < TINT_LIGHTNESS_RANGE_MIN)
    return false;
  const hues = narrowestArc(colors);
  if (hues.degrees >= TINT_HUE_SPREAD_MAX) return false;
  const isBlue = hues.from >= BLUE.from && hues.from + hues.degrees <= BLUE.to;
  return isMostlyNearTone(colors, isBlue ? TONE_DISTANCE_MAX.blue : TONE_DISTANCE_MAX.other);
}

/** Compares each colour with the mean colour of all that are as light. */
function isMostlyNearTone(colors: readonly Color[], distanceMax: number): boolean {
  const byTone = new Map<number, { share: number; a: number; b: number }>();
  const toneOf = ({ l }: Color) => {
    const step = Math.min(TONES - 1, Math.max(0, Math.floor(l * TONES)));
    const tone = byTone.get(step) ?? { share: 0, a: 0, b: 0 };
    byTone.set(step, tone);
    return tone;
  };
  for (const color of colors) {
    const tone = toneOf(color);
    tone.share += color.share;
    tone.a += color.share * color.a;
    tone.b += color.share * color.b;
  }
  return isMostly(colors, (color) => {
    const tone = toneOf(color);
    return Math.hypot(color.a - tone.a / tone.share, color.b - tone.b / tone.share) <= distanceMax;
  });
}

function isMostlyPaler(colors: readonly Color[], chromaMax: number): boolean {
  return isMostly(colors, ({ chroma }) => chroma < chromaMax);
}

function isMostly(colors: readonly Color[], is: (color: Color) => boolean): boolean {
  return reaches(
    sumOf(colors, (color) => (is(color) ? color.share : 0)),
    PIXEL_SHARE,
  );
}

function lightnessRange(colors: readonly Color[]): number {
  const shareOfStep = new Float64Array(LIGHTNESS_STEPS + 1);
  for (const { l, share } of colors) {
    const step = Math.min(LIGHTNESS_STEPS, Math.max(0, Math.round(l * LIGHTNESS_STEPS)));
    shareOfStep[step] = (shareOfStep[step] ?? 0) + share;
  }
  const percentile = (wanted: number): number => {
    let passed = 0;
    return shareOfStep.findIndex((share) => reaches((passed += share), wanted));
  };
  return (percentile(PIXEL_SHARE) - percentile(1 - PIXEL_SHARE)) / LIGHTNESS_STEPS;
}

/** The narrowest arc that holds the hues of `PIXEL_SHARE` of the coloured pixels. */
function narrowestArc(colors: readonly Color[]): { from: number; degrees: number } {
  const shareOfDegree = new Float64Array(360);
  for (const { a, b, chroma, share } of colors) {
    if (chroma < HUE_CHROMA_MIN) continue;
    const degree = Math.floor(((Math.atan2(b, a) * 180) / Math.PI + 360) % 360);
    shareOfDegree[degree] = (shareOfDegree[degree] ?? 0) + share;
  }
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

function sumOf(colors: readonly Color[], valueOf: (color: Color) => number): number {
  return colors.reduce((sum, color) => sum + valueOf(color), 0);
}
