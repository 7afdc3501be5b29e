import type { GreyImage } from './grey-image.js';

/** Square of a brightness step in the weaker direction; grain and compression stay below. */
const STRENGTH_MIN = 30;
/** Products of brightness steps are averaged over a square of this reach. */
const REACH_PX = 2;
const SIDE_PX = 2 * REACH_PX + 1;
/** A row enters the sums this far ahead, and leaves them as far behind as the reach. */
const AHEAD_PX = REACH_PX + 1;
const ROWS_KEPT = AHEAD_PX + REACH_PX + 1;

/** One number for each pixel of a row, of the steps across it, of the steps down, and of the product of both. */
interface Tensors<Numbers extends Float32Array | Float64Array = Float32Array> {
  across: Numbers;
  down: Numbers;
  both: Numbers;
}

/**
 * The smaller eigenvalue of the structure tensor around each pixel (Shi and Tomasi, "Good features to track", 1994); 0 where
 * it is too small for a corner. It goes row by row, so that what it works on stays in the processor's cache. The sums move
 * along: in another order their last bits change, and with them what indexes store.
 */
export function cornerStrengths(image: GreyImage): Float32Array {
  const { values, width, height } = image;
  const strengths = new Float32Array(values.length);
  const steps = tensors(() => new Float32Array(width + SIDE_PX));
  const zeros = tensors(() => new Float32Array(width));
  const rows = Array.from({ length: ROWS_KEPT }, () => tensors(() => new Float32Array(width)));
  const sums = tensors(() => new Float64Array(width));
  // The first and the last row have no step down: they count as zero, and so does all outside.
  const rowAt = (y: number): Tensors => (y < 1 || y > height - 2 ? zeros : (rows[y % ROWS_KEPT] ?? zeros));
  const enteringAt = (y: number): Tensors => {
    const means = rowAt(y);
    if (means === zeros) return zeros;
    multiplySteps(image, y, steps);
    meanAlongRow(steps, means);
    return means;
  };
  for (let y = 1; y < AHEAD_PX; y += 1) moveOn(sums, enteringAt(y), zeros);
  for (let y = 0; y < height; y += 1) {
    strengthsOfRow(sums, strengths, y * width);
    moveOn(sums, enteringAt(y + AHEAD_PX), rowAt(y - REACH_PX));
  }
  return strengths;
}

function tensors<Numbers extends Float32Array | Float64Array>(list: () => Numbers): Tensors<Numbers> {
  return { across: list(), down: list(), both: list() };
}

/** With zeros on both sides, for what is outside. The first and the last pixel have no step across: they stay zero. */
function multiplySteps({ values, width }: GreyImage, y: number, { across, down, both }: Tensors): void {
  for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
    const acrossStep = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
    const downStep = (values[at + width] ?? 0) - (values[at - width] ?? 0);
    across[x + REACH_PX] = acrossStep * acrossStep;
    down[x + REACH_PX] = downStep * downStep;
    both[x + REACH_PX] = acrossStep * downStep;
  }
}

function meanAlongRow({ across, down, both }: Tensors, means: Tensors): void {
  const { across: meanAcross, down: meanDown, both: meanBoth } = means;
  const second = AHEAD_PX + 1;
  let a = (across[AHEAD_PX] ?? 0) + (across[second] ?? 0);
  let b = (down[AHEAD_PX] ?? 0) + (down[second] ?? 0);
  let c = (both[AHEAD_PX] ?? 0) + (both[second] ?? 0);
  for (let x = 0; x < meanAcross.length; x += 1) {
    meanAcross[x] = a / SIDE_PX;
    meanDown[x] = b / SIDE_PX;
    meanBoth[x] = c / SIDE_PX;
    a += (across[x + SIDE_PX] ?? 0) - (across[x] ?? 0);
    b += (down[x + SIDE_PX] ?? 0) - (down[x] ?? 0);
    c += (both[x + SIDE_PX] ?? 0) - (both[x] ?? 0);
  }
}

function moveOn(sums: Tensors<Float64Array>, entering: Tensors, leaving: Tensors): void {
  moveListOn(sums.across, entering.across, leaving.across);
  moveListOn(sums.down, entering.down, leaving.down);
  moveListOn(sums.both, entering.both, leaving.both);
}

function moveListOn(sums: Float64Array, entering: Float32Array, leaving: Float32Array): void {
  for (let x = 0; x < sums.length; x += 1) {
    sums[x] = (sums[x] ?? 0) + ((entering[x] ?? 0) - (leaving[x] ?? 0));
  }
}

function strengthsOfRow(
  { across, down, both }: Tensors<Float64Array>,
  strengths: Float32Array,
  from: number,
): void {
  for (let x = 0; x < across.length; x += 1) {
    const a = Math.fround((across[x] ?? 0) / SIDE_PX);
    const b = Math.fround((down[x] ?? 0) / SIDE_PX);
    // The eigenvalue is not above the smaller of the two.
    if (Math.min(a, b) < STRENGTH_MIN) continue;
    const c = Math.fround((both[x] ?? 0) / SIDE_PX);
    const half = (a - b) / 2;
    const strength = Math.fround((a + b) / 2 - Math.sqrt(half * half + c * c));
    if (strength >= STRENGTH_MIN) strengths[from + x] = strength;
  }
}
