import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { gram, rotate } from './dense-products.js';
import { seededRandom } from './seeded-random.js';
import { denseMatrix, multiply, transpose, type DenseMatrix, type SparseMatrix } from './sparse-matrix.js';

export interface SvdOptions {
  /** Singular vectors wanted. */
  rank: number;
  /** Directions beyond `rank`; they make the last wanted ones more exact. */
  oversampling: number;
  /** Power iterations. Each costs two sparse products and improves all directions; with more than 2, single precision loses
   * the smallest ones. */
  powerIterations: 0 | 1 | 2;
  seed: number;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface TruncatedSvd {
  /** Left singular vectors as columns, the largest first. */
  u: DenseMatrix;
  singularValues: Float64Array;
}

/**
 * The largest singular vectors of a sparse matrix, by the randomised range finder of Halko, Martinsson and Tropp
 * (2011). The same matrix and options give the same bytes.
 */
export async function truncatedSvd(matrix: SparseMatrix, options: SvdOptions): Promise<TruncatedSvd> {
  const { rank, powerIterations, signal } = options;
  const total = 2 * powerIterations + 5;
  let done = 0;
  const step = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    options.onProgress?.(++done, total);
    return result;
  };
  const transposed = transpose(matrix);
  const start = randomMatrix(matrix.columns, rank + options.oversampling, options.seed);
  let sample = await step(multiply(matrix, start, signal));
  for (let i = 0; i < powerIterations; i++) {
    const back = await step(multiply(transposed, sample, signal));
    sample = await step(multiply(matrix, back, signal));
  }
  const image = await step(multiply(transposed, sample, signal));
  const whitening = inverseRoot(await step(gram(sample, signal)));
  const inner = whitening.mmul(await step(gram(image, signal))).mmul(whitening);
  const { vectors, values } = sortedEigen(inner);
  const u = await step(
    rotate(sample, whitening.mmul(vectors.subMatrix(0, vectors.rows - 1, 0, rank - 1)), signal),
  );
  return {
    u,
    singularValues: Float64Array.from(values.slice(0, rank), (value) => Math.sqrt(Math.max(0, value))),
  };
}

function randomMatrix(rows: number, columns: number, seed: number): DenseMatrix {
  const random = seededRandom(seed);
  const matrix = denseMatrix(rows, columns);
  for (let i = 0; i < matrix.values.length; i++) matrix.values[i] = random() * 2 - 1;
  return matrix;
}

/** G^(−1/2), which makes the columns behind the Gram matrix G orthonormal; directions that are lost to rounding become zero. */
function inverseRoot(gramMatrix: Matrix): Matrix {
  const { vectors, values } = sortedEigen(gramMatrix);
  const smallest = (values[0] ?? 0) * 1e-13;
  const scales = values.map((value) => (value > smallest ? 1 / Math.sqrt(value) : 0));
  return vectors.mmul(Matrix.diag(scales)).mmul(vectors.transpose());
}

/** Eigenvectors as columns, the largest eigenvalue first. */
function sortedEigen(symmetric: Matrix): { vectors: Matrix; values: number[] } {
  const eigen = new EigenvalueDecomposition(symmetric, { assumeSymmetric: true });
  // ml-matrix gives the eigenvalues of a symmetric matrix in ascending order.
  const vectors = new Matrix(symmetric.rows, symmetric.rows);
  const last = symmetric.rows - 1;
  for (let c = 0; c <= last; c++) vectors.setColumn(c, eigen.eigenvectorMatrix.getColumn(last - c));
  return { vectors, values: eigen.realEigenvalues.toReversed() };
}
