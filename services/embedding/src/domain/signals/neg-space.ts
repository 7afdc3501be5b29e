import { personOf } from '../faces/person.js';
import type { Box } from '../pixels.js';
import type { DetailGrid, GridCell } from './detail-grid.js';

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** The order in which sides are always named. */
const SIDES: readonly Side[] = ['left', 'right', 'top', 'bottom'];

/** The part of the picture's width or height that text would be set on. */
const OUTER_SHARE = 1 / 3;
/** Share of the outer third that must be clean; a horizon's end or a stray leaf does not spoil it. */
const CLEAN_SHARE_MIN = 0.85;
/**
 * Mean brightness step between neighbouring pixels, of 255. Noise of a standard deviation of 6 makes 14; print, grass and
 * gravel make 20 and more.
 */
const FINE_ENERGY_MAX = 15;
/** Brightness step between neighbouring cells, of 255: a full ramp from black to white over the picture makes 3 to 5. */
const COARSE_ENERGY_MAX = 7;
/** OKLab distance from the third's own usual colour beyond which an area stands out and draws the eye. */
const SALIENCE_MAX = 0.12;
/** Lightness counts half: light falls off over a plain wall without making anything on it stand out. */
const LIGHTNESS_WEIGHT = 0.5;
/** Share of a face inside the third from which it counts as being there. */
const FACE_OVERLAP_MIN = 0.1;
/** The same of a person, higher because the body is inferred from the face and not seen. */
const PERSON_OVERLAP_MIN = 0.15;

/** The sides on which a headline could be set over nothing of interest. */
export function negSpaceOf(grid: DetailGrid, faces: readonly Box[]): Side[] {
  return SIDES.filter((side) => {
    const area = outerThird(side);
    return !faces.some((face) => isIn(face, area)) && isClean(cellsIn(grid, area));
  });
}

function isIn(face: Box, area: Box): boolean {
  return overlap(face, area) >= FACE_OVERLAP_MIN || overlap(personOf(face), area) >= PERSON_OVERLAP_MIN;
}

function isClean(cells: readonly GridCell[]): boolean {
  const usual = {
    l: median(cells.map(({ color }) => color.l)),
    a: median(cells.map(({ color }) => color.a)),
    b: median(cells.map(({ color }) => color.b)),
  };
  const clean = cells.filter(({ fineEnergy, coarseEnergy, color }) => {
    const salience = Math.hypot(LIGHTNESS_WEIGHT * (color.l - usual.l), color.a - usual.a, color.b - usual.b);
    return fineEnergy <= FINE_ENERGY_MAX && coarseEnergy <= COARSE_ENERGY_MAX && salience <= SALIENCE_MAX;
  });
  return clean.length >= CLEAN_SHARE_MIN * cells.length;
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

/** The cells whose middle lies in the area; at least those nearest to it, however coarse the grid. */
function cellsIn({ columns, rows, cells }: DetailGrid, { left, top, width, height }: Box): GridCell[] {
  const inside = cells.filter((_, at) => {
    const x = ((at % columns) + 0.5) / columns;
    const y = (Math.floor(at / columns) + 0.5) / rows;
    return x >= left && x <= left + width && y >= top && y <= top + height;
  });
  return inside.length > 0 ? inside : cells;
}

/** Share of the box that lies in the area. */
function overlap(box: Box, area: Box): number {
  const width = Math.min(box.left + box.width, area.left + area.width) - Math.max(box.left, area.left);
  const height = Math.min(box.top + box.height, area.top + area.height) - Math.max(box.top, area.top);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (box.width * box.height);
}

function median(values: number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
