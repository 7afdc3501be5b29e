import type { GreyImage } from './grey-image.js';

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
