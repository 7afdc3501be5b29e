import { describe, expect, test } from '@jest/globals';
import { groupByLength } from '../src/adapters/models/text-encoders.js';
import { writePlanes } from '../src/adapters/models/tensors.js';

test('planes are red, green, blue, each scaled by its own mean and deviation, from the offset on', () => {
  const target = new Float32Array(7).fill(9);
  const pixels = { data: Uint8Array.of(0, 128, 255, 255, 0, 51), width: 2, height: 1 };
  writePlanes(pixels, { mean: [0.5, 0.4, 0.3], std: [0.5, 0.2, 0.1] }, target, 1);
  const expected = [9, -1, 1, (128 / 255 - 0.4) / 0.2, -2, 7, -1];
  expected.forEach((value, at) => expect(target[at]).toBeCloseTo(value, 5));
});

describe('groups by length', () => {
  test('hold every row once, and no group is more than a fifth padding', () => {
    const lengths = Array.from({ length: 200 }, (_, at) => 3 + ((at * 37) % 75));
    const groups = groupByLength(lengths);
    expect(groups.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, at) => at));
    for (const group of groups) {
      const own = group.map((at) => lengths[at] ?? 0);
      const padded = Math.max(...own) * own.length;
      expect(padded - own.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(0.2 * padded);
    }
    expect(groups.length).toBeLessThan(12);
  });

  test('rows of one length are one group, and no rows are none', () => {
    expect(groupByLength([64, 64, 64])).toEqual([[0, 1, 2]]);
    expect(groupByLength([])).toEqual([]);
  });
});
