/** Brightness of each pixel, 0 to 255, row by row. */
export interface GreyImage {
  values: Float32Array;
  width: number;
  height: number;
}

/** Nearer to the edge a crop shows other surroundings. */
export const MARGIN_PX = 4;
/** More than any image that is described has. With the 32 bits of a strength, a whole number holds both. */
const PIXELS_MAX = 2 ** 20;

/** Places where brightness changes in every direction, in `values` of the image, the strongest first. */
export function cornersOf(image: GreyImage): Int32Array {
  const { width, height } = image;
  const strengths = cornerStrengths(image);
  // A strength is above 0, so that its bits are in the order of strengths.
  const order = new Uint32Array(strengths.buffer);
  const peaks = new Float64Array(peaksMax(image));
  let count = 0;
  for (let y = MARGIN_PX; y < height - MARGIN_PX; y += 1) {
    const end = (y + 1) * width - MARGIN_PX;
    for (let at = y * width + MARGIN_PX; at < end; at += 1) {
      if (strengths[at] === 0 || !isPeak(strengths, at, width)) continue;
      // Of equal ones the first comes first.
      peaks[count] = (order[at] ?? 0) * PIXELS_MAX + (PIXELS_MAX - 1 - at);
      count += 1;
    }
  }
  return placesOf(peaks.subarray(0, count).sort());
}

/** No two peaks are neighbours. */
function peaksMax({ width, height }: GreyImage): number {
  const half = (edge: number): number => Math.max(0, Math.ceil((edge - 2 * MARGIN_PX) / 2));
  return half(width) * half(height);
}

function placesOf(peaks: Float64Array): Int32Array {
  const places = new Int32Array(peaks.length);
  for (let at = 0; at < peaks.length; at += 1) {
    const peak = peaks[peaks.length - 1 - at] ?? 0;
    const strength = Math.floor(peak / PIXELS_MAX);
    places[at] = PIXELS_MAX - 1 - (peak - strength * PIXELS_MAX);
  }
  return places;
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
function cornerStrengths(image: GreyImage): Float32Array {
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

/** Nearer corners are of one thing. */
const DISTANCE_MIN_PX = 2;
const STEP = 0.8;

/** The strongest that are far apart, so that every part of the image has some. */
export function spreadOf(
  corners: Int32Array,
  countMax: number,
  { width, height }: Pick<GreyImage, 'width' | 'height'>,
): Int32Array {
  if (corners.length <= countMax) return corners;
  const kept = new Int32Array(countMax);
  for (let distance = Math.sqrt((width * height) / countMax); distance > DISTANCE_MIN_PX; distance *= STEP) {
    const near = new NearbyCorners(distance, { width, height }, countMax);
    if (keepFarApart(corners, kept, near)) return kept;
  }
  return corners.subarray(0, countMax);
}

/** Whether so many were found. */
function keepFarApart(corners: Int32Array, kept: Int32Array, near: NearbyCorners): boolean {
  let count = 0;
  for (let at = 0; at < corners.length && count + corners.length - at >= kept.length; at += 1) {
    const corner = corners[at] ?? 0;
    if (!near.add(corner)) continue;
    kept[count] = corner;
    count += 1;
    if (count === kept.length) return true;
  }
  return false;
}

const NONE = -1;

/** Corners in cells that are at least as wide as the distance, so that only those of nine cells can be within it. */
class NearbyCorners {
  readonly #width: number;
  readonly #squared: number;
  readonly #cell: number;
  readonly #columns: number;
  /** Of each cell the corner that came last, with a cell of margin on each side; and of each corner the one before it. */
  readonly #lastOf: Int16Array;
  readonly #before: Int16Array;
  readonly #xs: Int16Array;
  readonly #ys: Int16Array;
  #count = 0;

  constructor(distance: number, { width, height }: Pick<GreyImage, 'width' | 'height'>, countMax: number) {
    this.#width = width;
    this.#squared = distance * distance;
    this.#cell = Math.ceil(distance);
    this.#columns = Math.ceil(width / this.#cell) + 2;
    this.#lastOf = new Int16Array(this.#columns * (Math.ceil(height / this.#cell) + 2)).fill(NONE);
    this.#before = new Int16Array(countMax);
    this.#xs = new Int16Array(countMax);
    this.#ys = new Int16Array(countMax);
  }

  /** False, and nothing is added, where another corner is nearer than the distance. */
  add(corner: number): boolean {
    const y = Math.floor(corner / this.#width);
    const x = corner - y * this.#width;
    const cell = (Math.floor(y / this.#cell) + 1) * this.#columns + Math.floor(x / this.#cell) + 1;
    for (let row = cell - this.#columns; row <= cell + this.#columns; row += this.#columns) {
      for (let other = row - 1; other <= row + 1; other += 1) if (this.#holdsNear(other, x, y)) return false;
    }
    const added = this.#count;
    this.#xs[added] = x;
    this.#ys[added] = y;
    this.#before[added] = this.#lastOf[cell] ?? NONE;
    this.#lastOf[cell] = added;
    this.#count += 1;
    return true;
  }

  #holdsNear(cell: number, x: number, y: number): boolean {
    for (let other = this.#lastOf[cell] ?? NONE; other !== NONE; other = this.#before[other] ?? NONE) {
      const across = (this.#xs[other] ?? 0) - x;
      const down = (this.#ys[other] ?? 0) - y;
      if (across * across + down * down < this.#squared) return true;
    }
    return false;
  }
}
