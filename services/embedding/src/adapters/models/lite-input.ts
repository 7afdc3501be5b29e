/** The networks of `lite` read squares of this edge, pixel by pixel, RGB from -1 to 1. */
export const EDGE_PX = 300;
export const VALUES_PER_IMAGE = 3 * EDGE_PX * EDGE_PX;

export function writeValues(data: Uint8Array, input: Float32Array, from: number): void {
  for (let at = 0; at < VALUES_PER_IMAGE; at += 1) input[from + at] = VALUE_OF[data[at] ?? 0] ?? 0;
}

const VALUE_OF = Float32Array.from({ length: 256 }, (_, byte) => byte / 127.5 - 1);
