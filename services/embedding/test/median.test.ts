import { expect, test } from '@jest/globals';
import { createRandom } from '@imagesearch/testkit/random';
import { upperMedianOf } from '../src/domain/signals/median.js';

test('the median is the element that sorting puts in the middle, also among equal values', () => {
  const random = createRandom(3);
  for (let round = 0; round < 500; round += 1) {
    const length = random.below(60);
    const values = Float32Array.from({ length }, () => random.below(1 + random.below(40)) / 7);
    expect(upperMedianOf(values.slice())).toBe(values.slice().sort()[length >> 1] ?? 0);
  }
});
