import { describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupByLength } from '../src/domain/group-by-length.js';
import type { RgbPixels } from '../src/domain/pixels.js';
import { decodePicture } from '../src/pictures/decode-picture.js';
import { cropTo, resizeTo } from '../src/pictures/resize-pixels.js';
import { writePlanes } from '../src/pictures/write-planes.js';
import { draw, toPng } from './support/draw.js';

type Fixture = Record<'wide' | 'tall', { crop: number[]; stretch: number[] }>;

const fixture = JSON.parse(
  await readFile(join(import.meta.dirname, 'fixtures/tower-pixels.json'), 'utf8'),
) as Fixture;

/** Ramps from left to right and from top to bottom, and a checkerboard. */
const pattern = (width: number, height: number) =>
  draw(width, height, (x, y) => [
    Math.floor((x * 255) / (width - 1)),
    Math.floor((y * 255) / (height - 1)),
    ((x >> 4) + (y >> 4)) % 2 === 1 ? 220 : 40,
  ]);

const samplesOf = ({ data, width, height }: RgbPixels): number[] => {
  const samples: number[] = [];
  for (let y = 16; y < height; y += 32) {
    for (let x = 16; x < width; x += 32)
      samples.push(...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3));
  }
  return samples;
};
const meanDifference = (first: readonly number[], second: readonly number[]): number => {
  expect(first).toHaveLength(second.length);
  return (
    first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? Number.NaN)), 0) / first.length
  );
};

describe.each([
  ['wide', 900, 500],
  ['tall', 400, 700],
] as const)("a %s picture as the towers see it is Pillow's to 2 of 255", (name, width, height) => {
  test('cropped to the middle square, bicubic', async () => {
    const picture = await decodePicture(await toPng(pattern(width, height)));
    const seen = samplesOf(await cropTo(picture, 224, 'cubic'));
    expect(meanDifference(seen, fixture[name].crop)).toBeLessThan(2);
  });

  test('stretched to the square, bilinear', async () => {
    const picture = await decodePicture(await toPng(pattern(width, height)));
    const seen = samplesOf(await resizeTo(picture.pixels, 256, 256, 'linear'));
    expect(meanDifference(seen, fixture[name].stretch)).toBeLessThan(2);
  });
});

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
