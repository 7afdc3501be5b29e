/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
import { Matrix } from 'ml-matrix';
import { accumulateRows } from './accumulate.js';
import { inChunks, ROWS_PER_CHUNK } from '../chunks.js';
import { denseMatrix, type DenseMatrix } from './sparse-matrix.js';

/** MᵀM, summed in double precision. */
export async function gram(matrix: DenseMatrix, signal?: AbortSignal): Promise<Matrix> {
  const { columns: n, values } = matrix;
  const sums = new Float64Array(n * n);
  await inChunks(matrix.rows, ROWS_PER_CHUNK, signal, (from, to) => {
    const weights = new Float32Array(to - from);
    for (let i = 0; i < n; i++) {
      // Only the upper triangle: row i of the sum from column i on.
      const offsets = new Uint32Array(to - from);
      for (let r = from; r < to; r++) {
        weights[r - from] = values[r * n + i]!;
        offsets[r - from] = r * n + i;
      }
      accumulateRows(sums, i * n + i, values, offsets, weights, to - from, n - i);
    }
  });
  const result = new Matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) {
      result.set(i, j, sums[i * n + j]!);
      result.set(j, i, sums[i * n + j]!);
    }
  }
  return result;
}

/** The product of a tall dense matrix and a small one. */
export async function rotate(
  matrix: DenseMatrix,
  rotation: Matrix,
  signal?: AbortSignal,
): Promise<DenseMatrix> {
  const { columns: n, values } = matrix;
  const width = rotation.columns;
  const coefficients = Float64Array.from(rotation.to1DArray());
  const offsets = Uint32Array.from({ length: n }, (_, index) => index * width);
  const result = denseMatrix(matrix.rows, width);
  const sums = new Float64Array(width);
  await inChunks(matrix.rows, ROWS_PER_CHUNK, signal, (from, to) => {
    for (let r = from; r < to; r++) {
      sums.fill(0);
      accumulateRows(sums, 0, coefficients, offsets, values.subarray(r * n, (r + 1) * n), n, width);
      result.values.set(sums, r * width);
    }
  });
  return result;
}
