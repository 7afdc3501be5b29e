import { oklabOf, type Oklab } from './oklab.js';

export interface GridCell {
  /** Mean of |horizontal| + |vertical| brightness steps between neighbouring pixels, 0–510: print, grass, edges. */
  fineEnergy: number;
  /** |Horizontal| + |vertical| brightness step to the neighbouring cells, 0–510: shapes. Noise is averaged away. */
  coarseEnergy: number;
  /** Mean colour. */
  color: Oklab;
}

/** A picture as square cells, row by row. */
export interface DetailGrid {
  columns: number;
  rows: number;
  cells: GridCell[];
}

/** Cells along the longest edge: each is about the size of a letter in a headline over the picture. */
const LONGEST_EDGE_CELLS = 96;

/** Rec. 601 weights on encoded values: how strong an edge looks, at no cost of linearising. */
const RED_WEIGHT = 0.299;
const GREEN_WEIGHT = 0.587;
const BLUE_WEIGHT = 0.114;

/** Sums of one cell: pixels, red, green, blue, steps. */
const SUMS = 5;

/** Gathers cells from pixels given row by row. */
export class DetailCells {
  readonly #cellPx: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #sums: Float64Array;
  /** Brightness of the row above; NaN above the first. */
  readonly #above: Float32Array;
  #left = NaN;
  #y = 0;

  constructor(width: number, height: number) {
    this.#cellPx = Math.max(1, Math.ceil(Math.max(width, height) / LONGEST_EDGE_CELLS));
    this.#columns = Math.ceil(width / this.#cellPx);
    this.#rows = Math.ceil(height / this.#cellPx);
    this.#sums = new Float64Array(SUMS * this.#columns * this.#rows);
    this.#above = new Float32Array(width).fill(NaN);
  }

  add(x: number, red: number, green: number, blue: number): void {
    const brightness = RED_WEIGHT * red + GREEN_WEIGHT * green + BLUE_WEIGHT * blue;
    const fromLeft = Math.abs(brightness - this.#left);
    const fromAbove = Math.abs(brightness - (this.#above[x] ?? NaN));
    this.#left = brightness;
    this.#above[x] = brightness;
    const row = (this.#y / this.#cellPx) | 0;
    const at = SUMS * (row * this.#columns + ((x / this.#cellPx) | 0));
    const sums = this.#sums;
    sums[at] = (sums[at] ?? 0) + 1;
    sums[at + 1] = (sums[at + 1] ?? 0) + red;
    sums[at + 2] = (sums[at + 2] ?? 0) + green;
    sums[at + 3] = (sums[at + 3] ?? 0) + blue;
    // A comparison with NaN is false: the first row and column have no step.
    sums[at + 4] = (sums[at + 4] ?? 0) + (fromLeft >= 0 ? fromLeft : 0) + (fromAbove >= 0 ? fromAbove : 0);
  }

  endRow(): void {
    this.#left = NaN;
    this.#y += 1;
  }

  grid(): DetailGrid {
    const columns = this.#columns;
    const sums = this.#sums;
    const cells: GridCell[] = [];
    const brightnesses = new Float64Array(columns * this.#rows);
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
      cells.push({
        fineEnergy: (sums[at + 4] ?? 0) / count,
        coarseEnergy: Math.abs(brightness - left) + Math.abs(brightness - above),
        color: oklabOf(red, green, blue),
      });
    }
    return { columns, rows: this.#rows, cells };
  }
}
