import { SIDES, type Side } from '@imagesearch/facets/facets';
import { commonArea, greyOf, type Box, type RgbPixels } from '../image.js';
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
export function negSpaceOf(pixels: RgbPixels, faces: readonly Box[]): Side[] {
  const cells = cellsOf(pixels);
  return SIDES.filter((side) => {
    const area = OUTER_THIRDS[side];
    return !faces.some((face) => isIn(face, area)) && isClean(cells, placesIn(area, cells));
  });
}

function isIn(face: Box, area: Box): boolean {
  return overlap(face, area) >= FACE_OVERLAP_MIN || overlap(personOf(face), area) >= PERSON_OVERLAP_MIN;
}

/** @param places Of the cells of the third. */
function isClean(cells: Cells, places: Uint32Array): boolean {
  const { l, a, b, fineEnergy, coarseEnergy } = cells;
  const cleanMin = CLEAN_SHARE_MIN * places.length;
  const calm = places.filter(
    (at) => (fineEnergy[at] ?? 0) <= FINE_ENERGY_MAX && (coarseEnergy[at] ?? 0) <= COARSE_ENERGY_MAX,
  );
  // Most thirds end here. Medians take longer than all the rest.
  if (calm.length < cleanMin) return false;
  const usual = { l: medianOf(l, places), a: medianOf(a, places), b: medianOf(b, places) };
  const clean = calm.filter((at) => {
    const byLightness = LIGHTNESS_WEIGHT * ((l[at] ?? 0) - usual.l);
    const [byA, byB] = [(a[at] ?? 0) - usual.a, (b[at] ?? 0) - usual.b];
    return byLightness ** 2 + byA ** 2 + byB ** 2 <= SALIENCE_MAX ** 2;
  });
  return clean.length >= cleanMin;
}

const WHOLE: Box = { left: 0, top: 0, width: 1, height: 1 };
const OUTER_THIRDS: Readonly<Record<Side, Box>> = {
  left: { ...WHOLE, width: OUTER_SHARE },
  right: { ...WHOLE, left: 1 - OUTER_SHARE, width: OUTER_SHARE },
  top: { ...WHOLE, height: OUTER_SHARE },
  bottom: { ...WHOLE, top: 1 - OUTER_SHARE, height: OUTER_SHARE },
};

/** Places of the cells whose middle is in the area. An image of a few pixels has none there; then all of them. */
function placesIn({ left, top, width, height }: Box, { columns, rows }: Cells): Uint32Array {
  const places = new Uint32Array(columns * rows);
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    const y = (row + 0.5) / rows;
    if (y < top || y >= top + height) continue;
    for (let column = 0; column < columns; column += 1) {
      const x = (column + 0.5) / columns;
      if (x >= left && x < left + width) places[count++] = row * columns + column;
    }
  }
  return count > 0 ? places.subarray(0, count) : places.map((_, at) => at);
}

/** Share of the box that lies in the area. */
function overlap(box: Box, area: Box): number {
  return commonArea(box, area) / (box.width * box.height);
}

function medianOf(values: Float64Array, places: Uint32Array): number {
  const sorted = new Float32Array(places.length);
  for (let at = 0; at < places.length; at += 1) sorted[at] = values[places[at] ?? 0] ?? 0;
  return sorted.sort()[sorted.length >> 1] ?? 0;
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

/** Squares of pixels, row by row, a number of each in every list. */
interface Cells {
  columns: number;
  rows: number;
  /** OKLab of the mean colour. */
  l: Float64Array;
  a: Float64Array;
  b: Float64Array;
  /** Mean of |horizontal| + |vertical| brightness steps between neighbouring pixels, 0–510: print, grass, edges. */
  fineEnergy: Float64Array;
  /** |Horizontal| + |vertical| brightness step to the neighbouring cells, 0–510: shapes. Noise is averaged away. */
  coarseEnergy: Float64Array;
}

/** Cells along the longest edge; a cell is about as large as a letter of a headline. */
const LONGEST_EDGE_CELLS = 96;

function cellsOf(pixels: RgbPixels): Cells {
  const { width, height } = pixels;
  const cellPx = Math.max(1, Math.ceil(Math.max(width, height) / LONGEST_EDGE_CELLS));
  const [columns, rows] = [Math.ceil(width / cellPx), Math.ceil(height / cellPx)];
  const list = (): Float64Array => new Float64Array(columns * rows);
  const cells: Cells = {
    columns,
    rows,
    l: list(),
    a: list(),
    b: list(),
    fineEnergy: list(),
    coarseEnergy: list(),
  };
  const { values: greys } = greyOf(pixels);
  const means = list();
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const square = { left: column * cellPx, top: row * cellPx, edge: cellPx };
      const { l, a, b, grey, fineEnergy } = meansOf(pixels, greys, square);
      const across = column === 0 ? 0 : Math.abs(grey - (means[at - 1] ?? 0));
      const down = row === 0 ? 0 : Math.abs(grey - (means[at - columns] ?? 0));
      means[at] = grey;
      cells.l[at] = l;
      cells.a[at] = a;
      cells.b[at] = b;
      cells.fineEnergy[at] = fineEnergy;
      cells.coarseEnergy[at] = across + down;
    }
  }
  return cells;
}

/** Of a square of pixels, cut off at the edge of the image. */
function meansOf(
  { data, width, height }: RgbPixels,
  greys: Float32Array,
  { left, top, edge }: { left: number; top: number; edge: number },
) {
  const [right, bottom] = [Math.min(width, left + edge), Math.min(height, top + edge)];
  const count = (right - left) * (bottom - top);
  let red = 0;
  let green = 0;
  let blue = 0;
  let sum = 0;
  let steps = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left, at = y * width + left; x < right; x += 1, at += 1) {
      const grey = greys[at] ?? 0;
      red += data[3 * at] ?? 0;
      green += data[3 * at + 1] ?? 0;
      blue += data[3 * at + 2] ?? 0;
      sum += grey;
      if (x > 0) steps += Math.abs(grey - (greys[at - 1] ?? 0));
      if (y > 0) steps += Math.abs(grey - (greys[at - width] ?? 0));
    }
  }
  const { l, a, b } = oklabOf(red / count, green / count, blue / count);
  return { l, a, b, grey: sum / count, fineEnergy: steps / count };
}
