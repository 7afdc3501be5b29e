import { SIDES, type Side } from '@imagesearch/facets/facets';
import { personOf } from '../faces/person.js';
import type { Box } from '../pixels.js';
import type { DetailGrid } from './detail-grid.js';
import { upperMedianOf } from './median.js';

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
  const usual = { l: medianOf(l, cells), a: medianOf(a, cells), b: medianOf(b, cells) };
  let clean = 0;
  for (const cell of cells) {
    if ((fineEnergy[cell] ?? 0) > FINE_ENERGY_MAX || (coarseEnergy[cell] ?? 0) > COARSE_ENERGY_MAX) continue;
    const byLightness = LIGHTNESS_WEIGHT * ((l[cell] ?? 0) - usual.l);
    const squaredSalience =
      byLightness ** 2 + ((a[cell] ?? 0) - usual.a) ** 2 + ((b[cell] ?? 0) - usual.b) ** 2;
    if (squaredSalience <= SALIENCE_MAX ** 2) clean += 1;
  }
  return clean >= CLEAN_SHARE_MIN * cells.length;
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
  return upperMedianOf(chosen);
}
