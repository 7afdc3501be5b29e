import { blur, type GreyImage } from './grey-image.js';

/** Read once: a test runner looks up a global slowly. */
const { sqrt } = Math;

export interface Corner {
  /** Pixels from the top left. */
  x: number;
  y: number;
  strength: number;
}

/** Nearer to the edge a crop shows other surroundings. */
const MARGIN_PX = 4;
/** Square of a brightness step in the weaker direction; grain and compression stay below. */
const STRENGTH_MIN = 30;
const WINDOW_REACH_PX = 2;

/** Where brightness changes in every direction (Shi and Tomasi, "Good features to track", 1994), the strongest first. */
export function cornersOf(image: GreyImage): Corner[] {
  const { width, height } = image;
  const strengths = cornerStrengths(image);
  const corners: Corner[] = [];
  for (let y = MARGIN_PX; y < height - MARGIN_PX; y += 1) {
    for (let x = MARGIN_PX; x < width - MARGIN_PX; x += 1) {
      const at = y * width + x;
      const strength = strengths[at] ?? 0;
      if (strength >= STRENGTH_MIN && isPeak(strengths, at, width)) corners.push({ x, y, strength });
    }
  }
  return corners.sort((one, other) => other.strength - one.strength);
}

/** The smaller eigenvalue of the structure tensor around each pixel. */
function cornerStrengths({ values, width, height }: GreyImage): Float32Array {
  const products = (): GreyImage => ({ values: new Float32Array(values.length), width, height });
  const [across, down, both] = [products(), products(), products()];
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const acrossStep = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
      const downStep = (values[at + width] ?? 0) - (values[at - width] ?? 0);
      across.values[at] = acrossStep * acrossStep;
      down.values[at] = downStep * downStep;
      both.values[at] = acrossStep * downStep;
    }
  }
  const a = blur(across, WINDOW_REACH_PX).values;
  const b = blur(down, WINDOW_REACH_PX).values;
  const c = blur(both, WINDOW_REACH_PX).values;
  const strengths = new Float32Array(values.length);
  for (let at = 0; at < strengths.length; at += 1) {
    const [mean, half] = [((a[at] ?? 0) + (b[at] ?? 0)) / 2, ((a[at] ?? 0) - (b[at] ?? 0)) / 2];
    strengths[at] = mean - sqrt(half * half + (c[at] ?? 0) ** 2);
  }
  return strengths;
}

/** Whether no neighbour is stronger; of equal neighbours the first one counts. */
function isPeak(strengths: Float32Array, at: number, width: number): boolean {
  const strength = strengths[at] ?? 0;
  for (let row = -width; row <= width; row += width) {
    for (let column = -1; column <= 1; column += 1) {
      const neighbour = strengths[at + row + column] ?? 0;
      if (neighbour > strength || (neighbour === strength && row + column < 0)) return false;
    }
  }
  return true;
}

/** The strongest that are far apart, so that every part of the image has some. */
export function spreadOf(
  corners: readonly Corner[],
  countMax: number,
  { width, height }: GreyImage,
): Corner[] {
  if (corners.length <= countMax) return [...corners];
  for (let distance = sqrt((width * height) / countMax); distance > 2; distance *= 0.8) {
    const kept = farApart(corners, countMax, distance);
    if (kept.length === countMax) return kept;
  }
  return corners.slice(0, countMax);
}

function farApart(corners: readonly Corner[], countMax: number, distance: number): Corner[] {
  const kept: Corner[] = [];
  for (const corner of corners) {
    if (kept.length === countMax) break;
    if (!kept.some((other) => isWithin(distance, other, corner))) kept.push(corner);
  }
  return kept;
}

function isWithin(distance: number, one: Corner, other: Corner): boolean {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < distance * distance;
}
