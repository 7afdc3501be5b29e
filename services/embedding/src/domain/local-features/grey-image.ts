import type { RgbPixels } from '../pixels.js';

/** Read once: a test runner looks up a global slowly. */
const { max, min } = Math;

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
  for (let at = 0; at < values.length; at += 1) {
    const pixel = 3 * at;
    values[at] =
      RED_WEIGHT * (data[pixel] ?? 0) +
      GREEN_WEIGHT * (data[pixel + 1] ?? 0) +
      BLUE_WEIGHT * (data[pixel + 2] ?? 0);
  }
  return { values, width, height };
}

/** The mean of the square around each pixel, whose side is 2 × `reach` + 1; the edge repeats outside. */
export function blur({ values, width, height }: GreyImage, reach: number): GreyImage {
  const columns = new Float32Array(values.length);
  const blurred = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1)
    meanLine(values, columns, { from: y * width, step: 1, count: width }, reach);
  for (let x = 0; x < width; x += 1)
    meanLine(columns, blurred, { from: x, step: width, count: height }, reach);
  return { values: blurred, width, height };
}

interface Line {
  from: number;
  step: number;
  count: number;
}

function meanLine(
  source: Float32Array,
  target: Float32Array,
  { from, step, count }: Line,
  reach: number,
): void {
  const last = from + (count - 1) * step;
  let sum = (reach + 1) * (source[from] ?? 0);
  for (let at = 1; at <= reach; at += 1) sum += source[min(last, from + at * step)] ?? 0;
  for (let at = from; at <= last; at += step) {
    target[at] = sum / (2 * reach + 1);
    sum += (source[min(last, at + (reach + 1) * step)] ?? 0) - (source[max(from, at - reach * step)] ?? 0);
  }
}
