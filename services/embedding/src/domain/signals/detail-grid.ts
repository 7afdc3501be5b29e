import type { RgbPixels } from '../pixels.js';
import { oklabOf, type Oklab } from './oklab.js';

export interface GridCell {
  /** Mean of |horizontal| + |vertical| brightness steps between neighbouring pixels, 0–510. */
  gradientEnergy: number;
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
const LONGEST_EDGE_CELLS = 64;

/** Rec. 601 weights on encoded values: how strong an edge looks, at no cost of linearising. */
const RED_WEIGHT = 0.299;
const GREEN_WEIGHT = 0.587;
const BLUE_WEIGHT = 0.114;

export function detailGridOf(pixels: RgbPixels): DetailGrid {
  const { width, height } = pixels;
  const cellPx = Math.max(1, Math.ceil(Math.max(width, height) / LONGEST_EDGE_CELLS));
  const columns = Math.ceil(width / cellPx);
  const rows = Math.ceil(height / cellPx);
  const brightness = brightnessOf(pixels);
  const cells = Array.from({ length: columns * rows }, (_, at): GridCell => {
    const left = (at % columns) * cellPx;
    const top = Math.floor(at / columns) * cellPx;
    return cellOf(pixels, brightness, {
      left,
      top,
      right: Math.min(width, left + cellPx),
      bottom: Math.min(height, top + cellPx),
    });
  });
  return { columns, rows, cells };
}

interface CellBounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function cellOf({ data, width, height }: RgbPixels, brightness: Float32Array, bounds: CellBounds): GridCell {
  let steps = 0;
  const sums = [0, 0, 0];
  for (let y = bounds.top; y < bounds.bottom; y += 1) {
    for (let x = bounds.left; x < bounds.right; x += 1) {
      const at = y * width + x;
      const here = brightness[at] ?? 0;
      if (x + 1 < width) steps += Math.abs((brightness[at + 1] ?? 0) - here);
      if (y + 1 < height) steps += Math.abs((brightness[at + width] ?? 0) - here);
      for (let channel = 0; channel < 3; channel += 1) {
        sums[channel] = (sums[channel] ?? 0) + (data[3 * at + channel] ?? 0);
      }
    }
  }
  const count = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / count);
  return { gradientEnergy: steps / count, color: oklabOf(red, green, blue) };
}

function brightnessOf({ data }: RgbPixels): Float32Array {
  const brightness = new Float32Array(data.length / 3);
  for (let at = 0; at < brightness.length; at += 1) {
    brightness[at] =
      RED_WEIGHT * (data[3 * at] ?? 0) +
      GREEN_WEIGHT * (data[3 * at + 1] ?? 0) +
      BLUE_WEIGHT * (data[3 * at + 2] ?? 0);
  }
  return brightness;
}
