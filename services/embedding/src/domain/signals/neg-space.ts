import type { Box, RgbPixels } from '../pixels.js';
import { detailGridOf, type DetailGrid, type GridCell } from './detail-grid.js';

export type Side = 'left' | 'right' | 'top' | 'bottom';

/** The order in which sides are always named. */
const SIDES: readonly Side[] = ['left', 'right', 'top', 'bottom'];

/** The part of the picture's width or height that text would be set on. */
const OUTER_SHARE = 1 / 3;
/** Share of the outer third that must be clean; a horizon's end or a stray leaf does not spoil it. */
const CLEAN_SHARE_MIN = 0.85;
/** Mean brightness step between neighbouring pixels, of 255: sky, wall and blur stay under 4, grass and print over 12. */
const GRADIENT_ENERGY_MAX = 6;
/** OKLab distance from the third's own usual colour beyond which an area stands out and draws the eye. */
const SALIENCE_MAX = 0.12;
/** Lightness counts half: light falls off over a plain wall without making anything on it stand out. */
const LIGHTNESS_WEIGHT = 0.5;
/** Share of a face inside the third from which it counts as being there. */
const FACE_OVERLAP_MIN = 0.1;

/** The sides on which a headline could be set over nothing of interest. */
export function negSpaceOf(pixels: RgbPixels, faces: readonly Box[]): Side[] {
  const grid = detailGridOf(pixels);
  return SIDES.filter((side) => {
    const area = outerThird(side);
    return !faces.some((face) => overlap(face, area) >= FACE_OVERLAP_MIN) && isClean(cellsIn(grid, area));
  });
}

function isClean(cells: readonly GridCell[]): boolean {
  const usual = {
    l: median(cells.map(({ color }) => color.l)),
    a: median(cells.map(({ color }) => color.a)),
    b: median(cells.map(({ color }) => color.b)),
  };
  const clean = cells.filter(({ gradientEnergy, color }) => {
    const salience = Math.hypot(LIGHTNESS_WEIGHT * (color.l - usual.l), color.a - usual.a, color.b - usual.b);
    return gradientEnergy <= GRADIENT_ENERGY_MAX && salience <= SALIENCE_MAX;
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

/** Share of the face that lies in the area. */
function overlap(face: Box, area: Box): number {
  const width = Math.min(face.left + face.width, area.left + area.width) - Math.max(face.left, area.left);
  const height = Math.min(face.top + face.height, area.top + area.height) - Math.max(face.top, area.top);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (face.width * face.height);
}

function median(values: number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
