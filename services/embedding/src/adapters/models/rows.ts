import type { Tensor } from '@imagesearch/models/onnx-runtime';
import { toUnitVector } from '../../domain/unit-vector.js';

/** The rows of a model's output [N, dimensions]. @throws Error for any other output. */
export function rowsOf(output: Tensor | undefined): Float32Array[] {
  const [rows = 0, columns = 0] = output?.dims ?? [];
  if (!(output?.data instanceof Float32Array) || output.dims.length !== 2 || columns === 0)
    throw new Error('the model returned no vectors');
  const values = output.data;
  // Copies, so that a cached vector does not keep its whole batch in memory.
  return Array.from({ length: rows }, (_, row) => values.slice(row * columns, (row + 1) * columns));
}

/** The same, each of length 1. */
export function unitRowsOf(output: Tensor | undefined): Float32Array[] {
  return rowsOf(output).map(toUnitVector);
}
