import { justifiedRows, type Cell } from './justified-rows.js';

const GAP = 12;
const PHONE_MAX = 560;
const WIDE_MIN = 1_500;

/** Sizes of the images of a grid of this width. */
export function gridCells(aspects: readonly number[], width: number): Cell[] {
  const height = width < PHONE_MAX ? 150 : width < WIDE_MIN ? 210 : 250;
  return justifiedRows(aspects, { width, height, gap: GAP });
}
