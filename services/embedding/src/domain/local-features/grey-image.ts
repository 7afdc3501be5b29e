import type { RgbPixels } from '../pixels.js';

/** Brightness of each pixel, 0 to 255, row by row. */
export interface GreyImage {
  values: Float32Array;
  width: number;
  height: number;
}

/** Rec. 601 weights on encoded values, as for the detail grid. */
const RED_WEIGHT = 0.299;
const GREEN_WEIGHT = 0.587;
const BLUE_WEIGHT = 0.114;

export function greyOf({ data, width, height }: RgbPixels): GreyImage {
  const values = new Float32Array(width * height);
  for (let at = 0, pixel = 0; at < values.length; at += 1, pixel += 3) {
    values[at] =
      RED_WEIGHT * (data[pixel] ?? 0) +
      GREEN_WEIGHT * (data[pixel + 1] ?? 0) +
      BLUE_WEIGHT * (data[pixel + 2] ?? 0);
  }
  return { values, width, height };
}

/** The mean of the nine pixels around each pixel; the edge repeats outside. Along the rows first, in single precision. */
export function smoothOf({ values, width, height }: GreyImage): GreyImage {
  const means = new Float32Array(values.length);
  const smooth = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += width) meanAlongRow(values, means, from, width);
  for (let y = 0; y < height; y += 1) {
    const from = y * width;
    const above = y === 0 ? from : from - width;
    const below = y === height - 1 ? from : from + width;
    for (let x = 0; x < width; x += 1) {
      smooth[from + x] = ((means[above + x] ?? 0) + (means[from + x] ?? 0) + (means[below + x] ?? 0)) / 3;
    }
  }
  return { values: smooth, width, height };
}

function meanAlongRow(values: Float32Array, means: Float32Array, from: number, width: number): void {
  const last = from + width - 1;
  let before = values[from] ?? 0;
  let own = before;
  for (let at = from; at < last; at += 1) {
    const after = values[at + 1] ?? 0;
    means[at] = (before + own + after) / 3;
    before = own;
    own = after;
  }
  means[last] = (before + own + own) / 3;
}
