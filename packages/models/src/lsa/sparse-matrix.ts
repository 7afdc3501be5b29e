/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
import { accumulateRows } from './accumulate.js';
import { inChunks, ROWS_PER_CHUNK } from './chunks.js';

/** A sparse matrix by rows (CSR): the entries of row r are at `starts[r]` to `starts[r + 1]`. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  starts: Uint32Array;
  columnOf: Uint32Array;
  values: Float32Array;
}

/** A dense matrix, row after row. */
export interface DenseMatrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

export function denseMatrix(rows: number, columns: number): DenseMatrix {
  return { rows, columns, values: new Float32Array(rows * columns) };
}

/** A matrix from one map of column → value a row, its columns in ascending order so that sums never depend on insertion. */
export function sparseFromRows(rows: readonly ReadonlyMap<number, number>[], columns: number): SparseMatrix {
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, index) => (starts[index + 1] = (starts[index] ?? 0) + row.size));
  const entryCount = starts[rows.length] ?? 0;
  const columnOf = new Uint32Array(entryCount);
  const values = new Float32Array(entryCount);
  rows.forEach((row, index) => {
    let at = starts[index] ?? 0;
    for (const column of [...row.keys()].sort((a, b) => a - b)) {
      columnOf[at] = column;
      values[at++] = row.get(column) ?? 0;
    }
  });
  return { rows: rows.length, columns, starts, columnOf, values };
}

export function transpose({ rows, columns, starts, columnOf, values }: SparseMatrix): SparseMatrix {
  const result: SparseMatrix = {
    rows: columns,
    columns: rows,
    starts: new Uint32Array(columns + 1),
    columnOf: new Uint32Array(columnOf.length),
    values: new Float32Array(values.length),
  };
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
