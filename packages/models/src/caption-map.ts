import { readFile } from 'node:fs/promises';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { decodeCaptionMap, type CaptionMapTable } from './caption-map-file.js';

/** Estimates the vector of an image's caption from the image's vector. */
export interface CaptionMap {
  /** Of length 1; undefined when the estimate has no direction. */
  guess(image: ArrayLike<number>): Float32Array | undefined;
}

/**
 * Reads the map of a model profile (`files.captionMap`).
 * @throws Error when the file is not a caption map.
 */
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

/** An image's vector and its caption's, both of length 1. */
export interface CaptionedVectors {
  image: ArrayLike<number>;
  caption: ArrayLike<number>;
}

/**
 * Ridge regression in closed form, (XᵀX + λI)⁻¹ XᵀY over centred vectors, λ given as a share of XᵀX's mean diagonal.
 * Always has a solution, and the same pairs give the same map. Source: Hoerl and Kennard, "Ridge Regression", 1970.
 * @throws Error when there are no pairs.
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
