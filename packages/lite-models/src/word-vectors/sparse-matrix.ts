/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
import { accumulateRows } from './accumulate.js';
import { inChunks, ROWS_PER_CHUNK } from '../chunks.js';

/** A sparse matrix by rows (CSR): the entries of row r are at `starts[r]` to `starts[r + 1]`. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  starts: Uint32Array;
  columnOf: Uint32Array;
  values: Float32Array;
}

/** A dense matrix, row-major. */
export interface DenseMatrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

export function denseMatrix(rows: number, columns: number): DenseMatrix {
  return { rows, columns, values: new Float32Array(rows * columns) };
}

/** An empty matrix with room for that many entries, to be filled row by row. */
export function emptySparseMatrix(rows: number, columns: number, entries: number): SparseMatrix {
  return {
    rows,
    columns,
    starts: new Uint32Array(rows + 1),
    columnOf: new Uint32Array(entries),
    values: new Float32Array(entries),
  };
}

export function transpose({ rows, columns, starts, columnOf, values }: SparseMatrix): SparseMatrix {
  const result = emptySparseMatrix(columns, rows, values.length);
  for (const column of columnOf) result.starts[column + 1]! += 1;
  for (let r = 0; r < columns; r++) result.starts[r + 1]! += result.starts[r]!;
  const next = result.starts.slice(0, columns);
  for (let r = 0; r < rows; r++) {
    for (let e = starts[r]!; e < starts[r + 1]!; e++) {
      const at = next[columnOf[e]!]!++;
      result.columnOf[at] = r;
      result.values[at] = values[e]!;
    }
  }
  return result;
}

/** The product of a sparse and a dense matrix. */
export async function multiply(
  left: SparseMatrix,
  right: DenseMatrix,
  signal?: AbortSignal,
): Promise<DenseMatrix> {
  const { starts } = left;
  const width = right.columns;
  const product = denseMatrix(left.rows, width);
  const offsets = left.columnOf.map((column) => column * width);
  await inChunks(left.rows, ROWS_PER_CHUNK, signal, (from, to) => {
    for (let r = from; r < to; r++) {
      const [first, end] = [starts[r]!, starts[r + 1]!];
      const rowOffsets = offsets.subarray(first, end);
      const rowValues = left.values.subarray(first, end);
      accumulateRows(product.values, r * width, right.values, rowOffsets, rowValues, end - first, width);
    }
  });
  return product;
}
