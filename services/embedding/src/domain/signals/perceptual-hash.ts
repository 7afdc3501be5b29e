import type { RgbPixels } from '../image.js';
import { LUMINANCE_WEIGHTS } from './color-space.js';

const GRID = 32;
/** Edge of the block of lowest frequencies that is kept: 64 bits. */
const KEPT = 8;

/** cos((2x + 1) u π / 2N) of the discrete cosine transform, by frequency u and then by position x. */
const COSINES = Array.from({ length: KEPT }, (_, frequency) =>
  Float64Array.from({ length: GRID }, (_value, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * GRID)),
  ),
);

/** 16 hexadecimal digits; copies of one image differ in few of the 64 bits (Zauner 2010, DCT-based perceptual hash). */
export function perceptualHashOf(pixels: RgbPixels): string {
  return hashOf(lowFrequencies(brightnessGrid(pixels)));
}

/** The hashes of an image and of its mirror image. */
export function hashesOf(pixels: RgbPixels): ImageHashes {
  const frequencies = lowFrequencies(brightnessGrid(pixels));
  // Mirroring turns the sign of every odd frequency along the rows.
  const mirrored = frequencies.map((value, at) => (at % 2 === 0 ? value : -value));
  return { plain: hashOf(frequencies), mirrored: hashOf(mirrored) };
}

export interface ImageHashes {
  plain: string;
  mirrored: string;
}

function hashOf(frequencies: Float64Array): string {
  // Without the mean brightness (the first coefficient), which would shift the median.
  const sorted = frequencies.slice(1).sort();
  const median = sorted[(sorted.length - 1) / 2] ?? 0;
  let hash = '';
  for (let at = 0; at < frequencies.length; at += 4) {
    let digit = 0;
    for (const value of frequencies.subarray(at, at + 4)) digit = 2 * digit + Number(value > median);
    hash += digit.toString(16);
  }
  return hash;
}

/** Mean brightness of each cell, row by row. An image smaller than the grid repeats its pixels. */
function brightnessGrid({ data, width, height }: RgbPixels): Float64Array {
  const grid = new Float64Array(GRID * GRID);
  const { red, green, blue } = LUMINANCE_WEIGHTS;
  for (let row = 0; row < GRID; row += 1) {
    const [top, bottom] = cellOf(row, height);
    for (let column = 0; column < GRID; column += 1) {
      const [left, right] = cellOf(column, width);
      let sum = 0;
      for (let y = top; y < bottom; y += 1) {
        const end = 3 * (y * width + right);
        for (let at = 3 * (y * width + left); at < end; at += 3) {
          sum += red * (data[at] ?? 0) + green * (data[at + 1] ?? 0) + blue * (data[at + 2] ?? 0);
        }
      }
      grid[row * GRID + column] = sum / ((bottom - top) * (right - left));
    }
  }
  return grid;
}

function cellOf(cell: number, edge: number): [from: number, to: number] {
  const from = Math.floor((cell * edge) / GRID);
  return [from, Math.max(from + 1, Math.floor(((cell + 1) * edge) / GRID))];
}

function lowFrequencies(grid: Float64Array): Float64Array {
  const alongRows = new Float64Array(GRID * KEPT);
  for (let row = 0; row < GRID; row += 1) {
    const line = grid.subarray(row * GRID, (row + 1) * GRID);
    for (const [frequency, cosines] of COSINES.entries())
      alongRows[row * KEPT + frequency] = dot(line, cosines);
  }
  const lowest = new Float64Array(KEPT * KEPT);
  for (let column = 0; column < KEPT; column += 1) {
    const line = Float64Array.from({ length: GRID }, (_, row) => alongRows[row * KEPT + column] ?? 0);
    for (const [frequency, cosines] of COSINES.entries())
      lowest[frequency * KEPT + column] = dot(line, cosines);
  }
  return lowest;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
