import { SIDES, type Side } from '@imagesearch/facets/facets';
import type { Box } from '../image.js';
import { oklabOf } from './color-space.js';

/** Share of the image's width or height that a headline may cover. */
const OUTER_SHARE = 1 / 3;
/** Share of the outer third that must be clean; the rest may hold a small detail. */
const CLEAN_SHARE_MIN = 0.85;
/**
 * Mean brightness step between neighbouring pixels, of 255. Noise makes 14; print, grass and gravel make 20 and more.
 */
const FINE_ENERGY_MAX = 15;
/** Brightness step between neighbouring cells, of 255: a full ramp from black to white over the image makes 3 to 5. */
const COARSE_ENERGY_MAX = 7;
/** OKLab distance from the third's median colour from which an area stands out. */
const SALIENCE_MAX = 0.12;
/** Lightness counts half: light falls off over a plain wall, and nothing on it stands out. */
const LIGHTNESS_WEIGHT = 0.5;
/** A face is in the third when at least this share of it is. */
const FACE_OVERLAP_MIN = 0.1;
/** The same for a person; higher, because the body is estimated from the face. */
const PERSON_OVERLAP_MIN = 0.15;

/** The sides on which a headline would cover nothing important. */
export function negSpaceOf(grid: DetailGrid, faces: readonly Box[]): Side[] {
  return SIDES.filter((side) => {
    const area = outerThird(side);
    return !faces.some((face) => isIn(face, area)) && isClean(grid, cellsIn(grid, area));
  });
}

function isIn(face: Box, area: Box): boolean {
  return overlap(face, area) >= FACE_OVERLAP_MIN || overlap(personOf(face), area) >= PERSON_OVERLAP_MIN;
}

function isClean(grid: DetailGrid, cells: Uint32Array): boolean {
  const { fineEnergy, coarseEnergy, l, a, b } = grid;
  const cleanMin = CLEAN_SHARE_MIN * cells.length;
  const calm = cells.filter(
    (cell) => (fineEnergy[cell] ?? 0) <= FINE_ENERGY_MAX && (coarseEnergy[cell] ?? 0) <= COARSE_ENERGY_MAX,
  );
  // Most thirds end here. Medians take longer than all the rest.
  if (calm.length < cleanMin) return false;
  const usual = { l: medianOf(l, cells), a: medianOf(a, cells), b: medianOf(b, cells) };
  let clean = 0;
  for (const cell of calm) {
    const byLightness = LIGHTNESS_WEIGHT * ((l[cell] ?? 0) - usual.l);
    const squaredSalience =
      byLightness ** 2 + ((a[cell] ?? 0) - usual.a) ** 2 + ((b[cell] ?? 0) - usual.b) ** 2;
    if (squaredSalience <= SALIENCE_MAX ** 2) clean += 1;
  }
  return clean >= cleanMin;
}

function outerThird(side: Side): Box {
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  switch (side) {
    case 'left':
      return { ...whole, width: OUTER_SHARE };
    case 'right':
      return { ...whole, left: 1 - OUTER_SHARE, width: OUTER_SHARE };
    case 'top':
      return { ...whole, height: OUTER_SHARE };
    case 'bottom':
      return { ...whole, top: 1 - OUTER_SHARE, height: OUTER_SHARE };
  }
}

/** The cells whose middle lies in the area; all cells when the grid is too coarse. */
function cellsIn({ columns, rows }: DetailGrid, { left, top, width, height }: Box): Uint32Array {
  const first = { column: middleAfter(left, columns), row: middleAfter(top, rows) };
  const across = middleAfter(left + width, columns) - first.column;
  const down = middleAfter(top + height, rows) - first.row;
  if (across <= 0 || down <= 0) return Uint32Array.from({ length: columns * rows }, (_, cell) => cell);
  return Uint32Array.from(
    { length: across * down },
    (_, at) => (first.row + Math.floor(at / across)) * columns + first.column + (at % across),
  );
}

/** The first of `count` cells along an edge whose middle lies at or after a share of the edge. */
function middleAfter(share: number, count: number): number {
  return Math.min(count, Math.max(0, Math.ceil(share * count - 0.5)));
}

function overlap(box: Box, area: Box): number {
  const width = Math.min(box.left + box.width, area.left + area.width) - Math.max(box.left, area.left);
  const height = Math.min(box.top + box.height, area.top + area.height) - Math.max(box.top, area.top);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (box.width * box.height);
}

function medianOf(values: Float32Array, cells: Uint32Array): number {
  const chosen = new Float32Array(cells.length);
  for (let at = 0; at < cells.length; at += 1) chosen[at] = values[cells[at] ?? 0] ?? 0;
  return chosen.sort()[chosen.length >> 1] ?? 0;
}

/** Hair above the detector's box, which begins at the brows; as a multiple of the face's height. */
const HAIR = 0.6;
/** Width of the shoulders, as a multiple of the face's width. */
const SHOULDER_WIDTH = 2.6;
/** From the top of the face down to the hips, as a multiple of the face's height. */
const BODY_HEIGHT = 4.5;

/** Head and upper body of the person with this face, cut to the image. */
export function personOf({ left, top, width, height }: Box): Box {
  const middle = left + width / 2;
  const half = (SHOULDER_WIDTH * width) / 2;
  const [from, to] = [Math.max(0, middle - half), Math.min(1, middle + half)];
  const [above, below] = [Math.max(0, top - HAIR * height), Math.min(1, top + BODY_HEIGHT * height)];
  return { left: from, top: above, width: Math.max(0, to - from), height: Math.max(0, below - above) };
}

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
