import { oklabOf } from './oklab.js';

/** An image as square cells, row by row: entry i of each list is of cell i. */
export interface DetailGrid {
  columns: number;
  rows: number;
  /** Mean of |horizontal| + |vertical| brightness steps between neighbouring pixels, 0–510: print, grass, edges. */
  fineEnergy: Float32Array;
  /** |Horizontal| + |vertical| brightness step to the neighbouring cells, 0–510: shapes. Noise is averaged away. */
  coarseEnergy: Float32Array;
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

/** Cells along the longest edge; a cell is about as large as a letter of a headline. */
const LONGEST_EDGE_CELLS = 96;

/** Rec. 601 weights on encoded values: a good measure of visible edges without linearising. */
const RED_WEIGHT = 0.299;
const GREEN_WEIGHT = 0.587;
const BLUE_WEIGHT = 0.114;

/** Sums of one cell: pixels, red, green, blue, steps. */
const SUMS = 5;

export class DetailCells {
  readonly #cellPx: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #sums: Float64Array;
  readonly #above: Float32Array;
  #y = 0;

  constructor(width: number, height: number) {
    this.#cellPx = Math.max(1, Math.ceil(Math.max(width, height) / LONGEST_EDGE_CELLS));
    this.#columns = Math.ceil(width / this.#cellPx);
    this.#rows = Math.ceil(height / this.#cellPx);
    this.#sums = new Float64Array(SUMS * this.#columns * this.#rows);
    this.#above = new Float32Array(width);
  }

  addRow(row: Uint8Array): void {
    const sums = this.#sums;
    const above = this.#above;
    const isFirst = this.#y === 0;
    const width = above.length;
    let at = SUMS * this.#columns * Math.floor(this.#y / this.#cellPx);
    let left = brightnessAt(row, 0);
    for (let start = 0; start < width; start += this.#cellPx, at += SUMS) {
      const end = Math.min(width, start + this.#cellPx);
      let [reds, greens, blues] = [0, 0, 0];
      let steps = sums[at + 4] ?? 0;
      for (let x = start, pixel = 3 * start; x < end; x += 1, pixel += 3) {
        const brightness = brightnessAt(row, pixel);
        reds += row[pixel] ?? 0;
        greens += row[pixel + 1] ?? 0;
        blues += row[pixel + 2] ?? 0;
        steps += Math.abs(brightness - left);
        if (!isFirst) steps += Math.abs(brightness - (above[x] ?? 0));
        left = brightness;
        above[x] = brightness;
      }
      sums[at] = (sums[at] ?? 0) + end - start;
      sums[at + 1] = (sums[at + 1] ?? 0) + reds;
      sums[at + 2] = (sums[at + 2] ?? 0) + greens;
      sums[at + 3] = (sums[at + 3] ?? 0) + blues;
      sums[at + 4] = steps;
    }
    this.#y += 1;
  }

  grid(): DetailGrid {
    const columns = this.#columns;
    const sums = this.#sums;
    const brightnesses = new Float64Array(columns * this.#rows);
    const column = (): Float32Array => new Float32Array(brightnesses.length);
    const grid = { fineEnergy: column(), coarseEnergy: column(), l: column(), a: column(), b: column() };
    for (let cell = 0; cell < brightnesses.length; cell += 1) {
      const at = SUMS * cell;
      const count = sums[at] ?? 1;
      const red = (sums[at + 1] ?? 0) / count;
      const green = (sums[at + 2] ?? 0) / count;
      const blue = (sums[at + 3] ?? 0) / count;
      const brightness = RED_WEIGHT * red + GREEN_WEIGHT * green + BLUE_WEIGHT * blue;
      brightnesses[cell] = brightness;
      const left = cell % columns === 0 ? brightness : (brightnesses[cell - 1] ?? brightness);
      const above = brightnesses[cell - columns] ?? brightness;
      grid.fineEnergy[cell] = (sums[at + 4] ?? 0) / count;
      grid.coarseEnergy[cell] = Math.abs(brightness - left) + Math.abs(brightness - above);
      const color = oklabOf(red, green, blue);
      grid.l[cell] = color.l;
      grid.a[cell] = color.a;
      grid.b[cell] = color.b;
    }
    return { columns, rows: this.#rows, ...grid };
  }
}

function brightnessAt(row: Uint8Array, pixel: number): number {
  return (
    RED_WEIGHT * (row[pixel] ?? 0) +
    GREEN_WEIGHT * (row[pixel + 1] ?? 0) +
    BLUE_WEIGHT * (row[pixel + 2] ?? 0)
  );
}
