import { readFile } from 'node:fs/promises';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { decodeCaptionMap, type CaptionMapTable } from './caption-map-file.js';

export interface CaptionMap {
  /** Of length 1; undefined when the estimate has no direction. */
  guess(image: ArrayLike<number>): Float32Array | undefined;
}

/** @throws Error when the file is not a caption map. */
export async function loadCaptionMap(path: string): Promise<CaptionMap> {
  return createCaptionMap(decodeCaptionMap(await readFile(path, 'utf8')));
}

export function createCaptionMap({ imageMean, captionMean, weights }: CaptionMapTable): CaptionMap {
  const columns = captionMean.length;
  return {
    guess: (image) => {
      const sums = Float64Array.from(captionMean);
      imageMean.forEach((mean, row) => {
        const value = (image[row] ?? 0) - mean;
        for (let column = 0; column < columns; column += 1)
          sums[column] = (sums[column] ?? 0) + value * (weights[row * columns + column] ?? 0);
      });
      const length = Math.hypot(...sums);
      return length < LENGTH_MIN ? undefined : Float32Array.from(sums, (value) => value / length);
    },
  };
}

/** The direction of a shorter sum is only rounding. */
const LENGTH_MIN = 1e-6;

export interface CaptionedVectors {
  image: ArrayLike<number>;
  caption: ArrayLike<number>;
}

/**
 * Ridge regression in closed form (Hoerl and Kennard, 1970); λ is a share of XᵀX's mean diagonal.
 * @throws Error without pairs.
 */
export function fitCaptionMap(pairs: readonly CaptionedVectors[], ridge = RIDGE): CaptionMapTable {
  if (pairs.length === 0) throw new Error('A caption map needs captioned pictures, and there are none.');
  const images = new Matrix(pairs.map(({ image }) => Array.from(image)));
  const captions = new Matrix(pairs.map(({ caption }) => Array.from(caption)));
  const imageMean = images.mean('column');
  const captionMean = captions.mean('column');
  const transposed = images.subRowVector(imageMean).transpose();
  const gram = transposed.mmul(images);
  // With equal images XᵀX is zero; the minimum avoids a division by zero.
  const lambda = Math.max((ridge * gram.trace()) / gram.rows, Number.EPSILON);
  const solution = new CholeskyDecomposition(Matrix.add(gram, Matrix.eye(gram.rows).mul(lambda))).solve(
    transposed.mmul(captions.subRowVector(captionMean)),
  );
  return {
    imageMean: Float32Array.from(imageMean),
    captionMean: Float32Array.from(captionMean),
    weights: Float32Array.from(solution.to1DArray()),
  };
}

/** On OpenMoji .03 to .3 are equally good; outside that range the first ten results get worse (docs/relevance.md). */
const RIDGE = 0.1;
