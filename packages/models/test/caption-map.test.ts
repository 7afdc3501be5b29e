import { describe, expect, test } from '@jest/globals';
import { decodeCaptionMap, encodeCaptionMap } from '../src/caption-map-file.js';
import { createCaptionMap, fitCaptionMap, type CaptionedVectors } from '../src/caption-map.js';
import { createRandom } from '@imagesearch/testkit/random';

const IMAGE_DIMENSIONS = 6;
const CAPTION_DIMENSIONS = 4;
const ORIGIN = { source: 'a test', licence: 'CC0 1.0' };
/** Small enough to leave exact pairs as they are. */
const NEXT_TO_NO_RIDGE = 1e-9;

const random = createRandom(7).uniform;
const vector = (length: number): number[] => Array.from({ length }, () => random() * 2 - 1);
const weights = Array.from({ length: IMAGE_DIMENSIONS }, () => vector(CAPTION_DIMENSIONS));
const offset = vector(CAPTION_DIMENSIONS);

/** What the map that is to be found makes of an image. */
function captionOf(image: readonly number[]): number[] {
  return offset.map((start, column) =>
    image.reduce((sum, value, row) => sum + value * (weights[row]?.[column] ?? 0), start),
  );
}

function pairsOf(count: number): CaptionedVectors[] {
  return Array.from({ length: count }, () => {
    const image = vector(IMAGE_DIMENSIONS);
    return { image, caption: captionOf(image) };
  });
}

function unit(values: readonly number[]): number[] {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

function expectClose(
  actual: ArrayLike<number> | undefined,
  expected: readonly number[],
  within: number,
): void {
  expect(actual).toHaveLength(expected.length);
  expected.forEach((value, at) => expect(Math.abs((actual?.[at] ?? NaN) - value)).toBeLessThan(within));
}

describe('fitting a caption map', () => {
  test('finds the linear map of the pairs, also for images that it was not fitted on', () => {
    const map = createCaptionMap(fitCaptionMap(pairsOf(40), NEXT_TO_NO_RIDGE));
    for (const { image, caption } of pairsOf(10)) {
      expectClose(map.guess(image), unit(Array.from(caption)), 1e-5);
    }
  });

  test('gives the same bytes for the same pairs', () => {
    const pairs = pairsOf(30);
    expect(encodeCaptionMap(fitCaptionMap(pairs), ORIGIN)).toBe(
      encodeCaptionMap(fitCaptionMap(pairs), ORIGIN),
    );
  });

  test('has a solution with fewer images than dimensions, which reproduces the given pairs', () => {
    const pairs = pairsOf(3);
    const map = createCaptionMap(fitCaptionMap(pairs, NEXT_TO_NO_RIDGE));
    for (const { image, caption } of pairs) expectClose(map.guess(image), unit(Array.from(caption)), 1e-4);
  });

  test('has a solution where a dimension never changes, where two are the same, and where all images are', () => {
    const doubled = pairsOf(30).map(({ image, caption }) => {
      const values = Array.from(image);
      return { image: [0.5, values[1] ?? 0, values[1] ?? 0, ...values.slice(3)], caption };
    });
    const equal = pairsOf(30).map(({ caption }) => ({ image: [1, 0, 0, 0, 0, 0], caption }));
    for (const pairs of [doubled, equal]) {
      const { weights: fitted } = fitCaptionMap(pairs);
      expect(fitted.every((value) => Number.isFinite(value))).toBe(true);
      expect(createCaptionMap(fitCaptionMap(pairs)).guess(vector(IMAGE_DIMENSIONS))).toHaveLength(
        CAPTION_DIMENSIONS,
      );
    }
  });

  test('holds its numbers the smaller the larger the ridge, down to the captions’ own mean', () => {
    const pairs = pairsOf(30);
    const size = (ridge: number): number => Math.hypot(...fitCaptionMap(pairs, ridge).weights);
    expect(size(10)).toBeLessThan(size(0.1));
    const mean = createCaptionMap(fitCaptionMap(pairs, 1e9)).guess(vector(IMAGE_DIMENSIONS));
    const sums = offset.map((_, column) =>
      pairs.reduce((sum, { caption }) => sum + (caption[column] ?? 0), 0),
    );
    expectClose(mean, unit(sums), 1e-4);
  });

  test('is refused without pairs', () => {
    expect(() => fitCaptionMap([])).toThrow('there are none');
  });
});

describe('a guess', () => {
  const zeros = (length: number): Float32Array => new Float32Array(length);

  test('is of length 1', () => {
    const map = createCaptionMap(fitCaptionMap(pairsOf(30)));
    expect(Math.hypot(...(map.guess(vector(IMAGE_DIMENSIONS)) ?? []))).toBeCloseTo(1, 5);
  });

  test('is not made where nothing speaks for a direction', () => {
    const map = createCaptionMap({ imageMean: zeros(2), captionMean: zeros(3), weights: zeros(6) });
    expect(map.guess([1, 0])).toBeUndefined();
  });
});

describe('the file of a caption map', () => {
  test('holds the means as they are and every weight to half of a 127th of the largest in its row', () => {
    const table = fitCaptionMap(pairsOf(30));
    const read = decodeCaptionMap(encodeCaptionMap(table, ORIGIN));
    expect(read.imageMean).toEqual(table.imageMean);
    expect(read.captionMean).toEqual(table.captionMean);
    for (let row = 0; row < IMAGE_DIMENSIONS; row += 1) {
      const rowOf = ({ weights: all }: typeof table): Float32Array =>
        all.subarray(row * CAPTION_DIMENSIONS, (row + 1) * CAPTION_DIMENSIONS);
      const largest = Math.max(...rowOf(table).map(Math.abs));
      expectClose(rowOf(read), Array.from(rowOf(table)), (0.5001 / 127) * largest);
    }
  });

  test('is refused when its parts have different sizes, or one is missing', () => {
    const file = JSON.parse(encodeCaptionMap(fitCaptionMap(pairsOf(30)), ORIGIN)) as Record<string, string>;
    expect(() => decodeCaptionMap(JSON.stringify({ ...file, weights: 'AAAA' }))).toThrow(
      'have different sizes',
    );
    expect(() => decodeCaptionMap(JSON.stringify({ ...file, captionMean: undefined }))).toThrow(
      'captionMean',
    );
  });
});
