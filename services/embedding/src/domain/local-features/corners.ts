import type { GreyImage } from '../image.js';

/** Nearer to the edge a crop shows other surroundings. */
export const MARGIN_PX = 4;

/** Places where brightness changes in every direction, in `values` of the image, the strongest first. */
export function cornersOf(image: GreyImage): number[] {
  const { width, height } = image;
  const strengths = cornerStrengths(image);
  const peaks: number[] = [];
  for (let y = MARGIN_PX; y < height - MARGIN_PX; y += 1) {
    const end = (y + 1) * width - MARGIN_PX;
    for (let at = y * width + MARGIN_PX; at < end; at += 1) {
      if (strengths[at] !== 0 && isPeak(strengths, at, width)) peaks.push(at);
    }
  }
  // Of equal ones the first stays first.
  return peaks.sort((one, other) => (strengths[other] ?? 0) - (strengths[one] ?? 0));
}

/** Whether no neighbour is stronger; of equal neighbours the first one counts. */
function isPeak(strengths: Float32Array, at: number, width: number): boolean {
  const strength = strengths[at] ?? 0;
  const [above, below] = [at - width, at + width];
  return (
    strength > (strengths[at - 1] ?? 0) &&
    strength >= (strengths[at + 1] ?? 0) &&
    strength > (strengths[above] ?? 0) &&
    strength >= (strengths[below] ?? 0) &&
    strength > (strengths[above - 1] ?? 0) &&
    strength > (strengths[above + 1] ?? 0) &&
    strength >= (strengths[below - 1] ?? 0) &&
    strength >= (strengths[below + 1] ?? 0)
  );
}

/** Square of a brightness step in the weaker direction; grain and compression stay below. */
const STRENGTH_MIN = 30;
/** Products of brightness steps are averaged over a square of this reach. */
const REACH_PX = 2;
const SIDE_PX = 2 * REACH_PX + 1;

/**
 * The smaller eigenvalue of the structure tensor around each pixel (Shi and Tomasi, "Good features to track", 1994); 0 where
 * it is too small for a corner.
 */
function cornerStrengths(image: GreyImage): Float32Array {
  const { values, width, height } = image;
  const strengths = new Float32Array(values.length);
  const { across, down, both } = stepsOf(image);
  const acrossMeans = squareMeans(across, width, height);
  const downMeans = squareMeans(down, width, height);
  const bothMeans = squareMeans(both, width, height);
  for (let at = 0; at < strengths.length; at += 1) {
    const [a, b, c] = [acrossMeans[at] ?? 0, downMeans[at] ?? 0, bothMeans[at] ?? 0];
    // The eigenvalue is not above the smaller of the two.
    if (Math.min(a, b) < STRENGTH_MIN) continue;
    const half = (a - b) / 2;
    const strength = Math.fround((a + b) / 2 - Math.sqrt(half * half + c * c));
    if (strength >= STRENGTH_MIN) strengths[at] = strength;
  }
  return strengths;
}

/** Squares of the brightness steps across and down, and their product; 0 at the edge, which has no step. */
function stepsOf({ values, width, height }: GreyImage) {
  const column = (): Float32Array => new Float32Array(values.length);
  const steps = { across: column(), down: column(), both: column() };
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const acrossStep = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
      const downStep = (values[at + width] ?? 0) - (values[at - width] ?? 0);
      steps.across[at] = acrossStep * acrossStep;
      steps.down[at] = downStep * downStep;
      steps.both[at] = acrossStep * downStep;
    }
  }
  return steps;
}

/**
 * The mean of the square around each number; outside are zeros. The sums move along: in another order their last bits change,
 * and with them what indexes store.
 */
function squareMeans(values: Float32Array, width: number, height: number): Float32Array {
  const means = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) moveAlong(values, means, { from: y * width, step: 1, count: width });
  const squares = new Float32Array(values.length);
  for (let x = 0; x < width; x += 1) moveAlong(means, squares, { from: x, step: width, count: height });
  return squares;
}

interface Line {
  from: number;
  step: number;
  count: number;
}

function moveAlong(values: Float32Array, means: Float32Array, { from, step, count }: Line): void {
  const end = from + count * step;
  const ahead = (REACH_PX + 1) * step;
  const behind = REACH_PX * step;
  let sum = 0;
  for (let at = from; at < Math.min(end, from + ahead); at += step) sum += values[at] ?? 0;
  for (let at = from; at < end; at += step) {
    means[at] = sum / SIDE_PX;
    const entering = at + ahead < end ? (values[at + ahead] ?? 0) : 0;
    const leaving = at - behind >= from ? (values[at - behind] ?? 0) : 0;
    sum += entering - leaving;
  }
}

/** Nearer corners are of one thing. */
const DISTANCE_MIN_PX = 2;
const STEP = 0.8;

/** The strongest that are far apart, so that every part of the image has some. */
export function spreadOf(
  corners: readonly number[],
  countMax: number,
  size: Pick<GreyImage, 'width' | 'height'>,
): readonly number[] {
  if (corners.length <= countMax) return corners;
  const widest = Math.sqrt((size.width * size.height) / countMax);
  for (let distance = widest; distance > DISTANCE_MIN_PX; distance *= STEP) {
    const kept = farApart(corners, countMax, distance, size);
    if (kept.length === countMax) return kept;
  }
  return corners.slice(0, countMax);
}

function farApart(
  corners: readonly number[],
  countMax: number,
  distance: number,
  { width, height }: Pick<GreyImage, 'width' | 'height'>,
): number[] {
  const isTaken = new Uint8Array(width * height);
  const halves = halfWidths(distance);
  const kept: number[] = [];
  for (const corner of corners) {
    if (isTaken[corner] === 1) continue;
    if (kept.push(corner) === countMax) break;
    const y = Math.floor(corner / width);
    const x = corner - y * width;
    for (let row = Math.max(0, y - halves.length + 1); row < Math.min(height, y + halves.length); row += 1) {
      const half = halves[Math.abs(row - y)] ?? 0;
      isTaken.fill(1, row * width + Math.max(0, x - half), row * width + Math.min(width, x + half + 1));
    }
  }
  return kept;
}

/** How far the circle of all that is nearer than a distance reaches to either side, for each row from its middle on. */
function halfWidths(distance: number): number[] {
  const halves: number[] = [];
  for (let down = 0; down < distance; down += 1) {
    let half = 0;
    while ((half + 1) ** 2 + down ** 2 < distance * distance) half += 1;
    halves.push(half);
  }
  return halves;
}
