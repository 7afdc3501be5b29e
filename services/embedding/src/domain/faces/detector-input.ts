import type { RgbPixels } from '../pixels.js';

/** A byte as a number from -1 to 1. */
const SIGNED_OF_BYTE = Float32Array.from({ length: 256 }, (_, value) => value / 127.5 - 1);
/** The product of the network's strides; width and height must be multiples of it. */
const SIZE_MULTIPLE_PX = 32;

/** The detector's input: RGB from -1 to 1, padded with black to the right and below. */
export interface DetectorInput {
  values: Float32Array;
  width: number;
  height: number;
}

export function detectorInputOf({ data, width, height }: RgbPixels): DetectorInput {
  const padded = { width: roundUp(width), height: roundUp(height) };
  const values = new Float32Array(3 * padded.width * padded.height);
  if (padded.width !== width || padded.height !== height) values.fill(-1);
  for (let y = 0; y < height; y += 1) {
    const from = 3 * y * width;
    const to = 3 * y * padded.width;
    for (let at = 0; at < 3 * width; at += 1) values[to + at] = SIGNED_OF_BYTE[data[from + at] ?? 0] ?? 0;
  }
  return { values, ...padded };
}

function roundUp(length: number): number {
  return Math.ceil(length / SIZE_MULTIPLE_PX) * SIZE_MULTIPLE_PX;
}
