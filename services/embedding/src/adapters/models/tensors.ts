import { Tensor, type InferenceSession } from '@imagesearch/models/session';
import type { RgbPixels } from '../../domain/image.js';

interface PixelScale {
  /** For each channel, on values from 0 to 1: (value − mean) / std. */
  mean: readonly number[];
  std: readonly number[];
}

/** Writes three planes of scaled numbers, red first, into `target` from `offset` on. */
export function writePlanes(
  { data, width, height }: RgbPixels,
  { mean, std }: PixelScale,
  target: Float32Array,
  offset: number,
): void {
  const plane = width * height;
  for (let channel = 0; channel < 3; channel += 1) {
    const scale = 1 / (255 * (std[channel] ?? 1));
    const shift = (mean[channel] ?? 0) / (std[channel] ?? 1);
    const from = offset + channel * plane;
    for (let at = 0; at < plane; at += 1) target[from + at] = (data[3 * at + channel] ?? 0) * scale - shift;
  }
}

/**
 * Writes images into a tensor [N, 3, side, side]. The next one is written into the same memory, so a run ends before it: 0.6 MB
 * an image would keep the garbage collector busy.
 */
export function tensorWriter(
  rules: PixelScale & { sidePixels: number },
): (images: readonly RgbPixels[]) => Tensor {
  const side = rules.sidePixels;
  const valuesPerImage = 3 * side * side;
  let room = new Float32Array();
  return (images) => {
    const length = images.length * valuesPerImage;
    if (room.length < length) room = new Float32Array(length);
    const input = room.subarray(0, length);
    images.forEach((image, at) => writePlanes(image, rules, input, at * valuesPerImage));
    return new Tensor('float32', input, [images.length, 3, side, side]);
  };
}

/** The rows of a model's output [N, dimensions]. @throws Error for any other output. */
export function rowsOf(output: Tensor | undefined): Float32Array[] {
  const [rows = 0, columns = 0] = output?.dims ?? [];
  if (!(output?.data instanceof Float32Array) || output.dims.length !== 2 || columns === 0)
    throw new Error('the model returned no vectors');
  const values = output.data;
  // Copies, so that a vector does not keep its whole batch in memory.
  return Array.from({ length: rows }, (_, row) => values.slice(row * columns, (row + 1) * columns));
}

/** The same, each of length 1. */
export function unitRowsOf(output: Tensor | undefined): Float32Array[] {
  return rowsOf(output).map(toUnitVector);
}

/** The vector scaled to length 1 (L2); a vector of zeros stays as it is. */
export function toUnitVector(values: Float32Array): Float32Array {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return length === 0 ? values : values.map((value) => value / length);
}

/** Names that exporters use for the vector of a whole text or image. */
const VECTOR_OUTPUTS = ['text_embeds', 'image_embeds', 'pooler_output'];

/** @throws Error naming the file's outputs when none of them is a vector. */
export function embeddingOutputOf({ outputNames }: InferenceSession): string {
  const name = VECTOR_OUTPUTS.find((known) => outputNames.includes(known));
  if (name !== undefined) return name;
  throw new Error(
    `A tower must have an output ${VECTOR_OUTPUTS.join(', ')}; this one has ${outputNames.join(', ')}.`,
  );
}
