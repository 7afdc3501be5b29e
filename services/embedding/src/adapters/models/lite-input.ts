import { SIGNED_OF_BYTE } from '../../domain/signed-bytes.js';

/** The networks of `lite` read squares of this edge, pixel by pixel, RGB from -1 to 1. */
export const EDGE_PX = 300;
export const VALUES_PER_IMAGE = 3 * EDGE_PX * EDGE_PX;

export function writeValues(data: Uint8Array, input: Float32Array, from: number): void {
  for (let at = 0; at < VALUES_PER_IMAGE; at += 1) input[from + at] = SIGNED_OF_BYTE[data[at] ?? 0] ?? 0;
}
