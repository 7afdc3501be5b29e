import { describe, expect, test } from '@jest/globals';
import { createRandom } from '@imagesearch/testkit/random';
import { VectorColumn } from '../src/index/memory/vector-column.js';

const random = createRandom(3);
const drawVector = (dimensions: number) =>
  Float32Array.from({ length: dimensions }, () => random.below(2_001) / 1_000 - 1);

function cosine(one: Float32Array, other: Float32Array): number {
  const product = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

describe('vectors in memory', () => {
  test.each([1, 15, 16, 17, 384, 500])(
    'of %i numbers are compared by their cosine, those of the asked rows alone',
    (dimensions) => {
      const vectors = Array.from({ length: 40 }, (_, row) => (row % 7 === 3 ? null : drawVector(dimensions)));
      const column = new VectorColumn(dimensions);
      vectors.forEach((vector, row) => {
        column.set(row, vector);
      });
      for (const asked of [[], [3], [39, 0, 3, 12], [...vectors.keys()]]) {
        const wanted = drawVector(dimensions);
        const { rows, scores } = column.cosines(wanted, Int32Array.from(asked));
        const expected = asked.flatMap((row) => {
          const vector = vectors[row];
          return vector ? [{ row, cosine: cosine(wanted, vector) }] : [];
        });
        expect([...rows]).toEqual(expected.map(({ row }) => row));
        expected.forEach((each, at) => {
          expect(scores[at]).toBeCloseTo(each.cosine, 6);
        });
      }
    },
  );

  test('that were read stay what they were while more are added', () => {
    const column = new VectorColumn(3);
    column.set(0, Float32Array.of(0, 3, 4));
    const read = column.at(0);
    for (let row = 1; row < 10_000; row += 1) column.set(row, drawVector(3));
    expect(read).toEqual(Float32Array.of(0, 0.6, 0.8));
    expect(column.at(0)).toEqual(read);
    expect(column.cosines(Float32Array.of(0, 3, 4), Int32Array.of(0)).scores[0]).toBeCloseTo(1, 6);
  });
});
