import { readFile } from 'node:fs/promises';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { decodeCaptionMap, type CaptionMapTable } from './caption-map-file.js';

/** Guesses where in the space of words a picture's caption would lie, from the picture's vector alone. */
export interface CaptionMap {
  /** Of length 1; undefined for a picture of which nothing can be said. */
  guess(picture: ArrayLike<number>): Float32Array | undefined;
}

/**
 * Reads the map of a model profile (`files.captionMap`).
 * @throws Error when the file is not one of ours.
 */
export async function loadCaptionMap(path: string): Promise<CaptionMap> {
  return createCaptionMap(decodeCaptionMap(await readFile(path, 'utf8')));
}

export function createCaptionMap({ pictureMean, captionMean, weights }: CaptionMapTable): CaptionMap {
  const columns = captionMean.length;
  return {
    guess: (picture) => {
      const sums = Float64Array.from(captionMean);
      pictureMean.forEach((mean, row) => {
        const value = (picture[row] ?? 0) - mean;
        for (let column = 0; column < columns; column += 1)
          sums[column] = (sums[column] ?? 0) + value * (weights[row * columns + column] ?? 0);
      });
      const length = Math.hypot(...sums);
      return length < LENGTH_MIN ? undefined : Float32Array.from(sums, (value) => value / length);
    },
  };
}

/** A shorter sum has no direction to speak of. */
const LENGTH_MIN = 1e-6;

/** A picture's vector and its caption's, both of length 1. */
export interface CaptionedVectors {
  picture: ArrayLike<number>;
  caption: ArrayLike<number>;
}

/**
 * Ridge regression in closed form, (XᵀX + λI)⁻¹ XᵀY over centred vectors, λ given as a share of XᵀX's mean diagonal.
 * Always has a solution, and the same pairs give the same map. Source: Hoerl and Kennard, "Ridge Regression", 1970.
 * @throws Error when there are no pairs.
 */
export function fitCaptionMap(pairs: readonly CaptionedVectors[], ridge = RIDGE): CaptionMapTable {
  if (pairs.length === 0) throw new Error('A map is fitted on captioned pictures, and there are none.');
  const pictures = new Matrix(pairs.map(({ picture }) => Array.from(picture)));
  const captions = new Matrix(pairs.map(({ caption }) => Array.from(caption)));
  const pictureMean = pictures.mean('column');
  const captionMean = captions.mean('column');
  const transposed = pictures.subRowVector(pictureMean).transpose();
  const gram = transposed.mmul(pictures);
  // The floor keeps equal pictures, whose XᵀX is zero, from dividing by it.
  const lambda = Math.max((ridge * gram.trace()) / gram.rows, Number.EPSILON);
  const solution = new CholeskyDecomposition(Matrix.add(gram, Matrix.eye(gram.rows).mul(lambda))).solve(
    transposed.mmul(captions.subRowVector(captionMean)),
  );
  return {
    pictureMean: Float32Array.from(pictureMean),
    captionMean: Float32Array.from(captionMean),
    weights: Float32Array.from(solution.to1DArray()),
  };
}

/** On OpenMoji .03 to .3 do alike; below and above the first ten lose (docs/relevance.md). */
const RIDGE = 0.1;
