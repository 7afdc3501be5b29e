import { expect, test } from '@jest/globals';
import { orderedByColour } from '../src/rank/corners.js';
import { CornerPairs } from '../src/rank/corners.js';
import type { DescribedCopy } from '../src/rank/corners.js';

const WORDS = 4;
const BITS_MAX = 26;
const COLOUR_MAX = 60;

test('each corner has the most alike one of about its colour, of equal ones the first, whatever the order of colours', () => {
  let found = 0;
  let missed = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const whole = drawn(seed, 90);
    const part = drawn(seed + 1_000, 40 * (seed % 5));
    const pairs = new CornerPairs(whole.count);
    pairs.find(drawn(seed + 2_000, whole.count), orderedByColour(part));
    pairs.find(whole, orderedByColour(part));
    const expected = plainPairs(whole, part);
    expect(listed(pairs)).toEqual(expected);
    found += expected.length;
    missed += whole.count - expected.length;
  }
  expect(Math.min(found, missed)).toBeGreaterThan(100);
});

/** Few colours and few patterns of bits, so that many corners are alike, some of them equally. */
function drawn(seed: number, count: number): DescribedCopy {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const bytes = (length: number, limit: number) => Uint8Array.from({ length }, () => below(limit));
  const noise = (): number => [0, 1, 0x11, 0x1111][below(4)] ?? 0;
  const patterns = [0, -1, 0x0f0f0f0f, 0x7fffffff];
  return {
    width: 256,
    height: 256,
    count,
    xs: bytes(count, 256),
    ys: bytes(count, 256),
    colours: bytes(3 * count, 90),
    bits: Int32Array.from(
      { length: WORDS * count },
      () => (patterns[below(4)] ?? 0) ^ (noise() << below(28)),
    ),
  };
}

function plainPairs(whole: DescribedCopy, part: DescribedCopy): number[][] {
  return corners(whole).flatMap((own) => {
    const alike = corners(part)
      .filter((other) => colourOff(own, other) <= COLOUR_MAX)
      .map((other) => ({ ...other, off: bitsOff(own, other) }))
      .filter(({ off }) => off <= BITS_MAX)
      // The sort is stable.
      .sort((one, other) => one.off - other.off)[0];
    return alike ? [[...own.at, ...alike.at]] : [];
  });
}

interface Described {
  at: number[];
  colour: number[];
  bits: number[];
}

function corners({ count, xs, ys, colours, bits }: DescribedCopy): Described[] {
  return Array.from({ length: count }, (_, at) => ({
    at: [xs[at] ?? 0, ys[at] ?? 0],
    colour: [...colours.subarray(3 * at, 3 * at + 3)],
    bits: [...bits.subarray(WORDS * at, WORDS * (at + 1))],
  }));
}

function colourOff(one: Described, other: Described): number {
  return one.colour.reduce((sum, value, at) => sum + Math.abs(value - (other.colour[at] ?? 0)), 0);
}

function bitsOff(one: Described, other: Described): number {
  return one.bits.reduce((sum, word, at) => {
    const differing = ((word ^ (other.bits[at] ?? 0)) >>> 0).toString(2);
    return sum + differing.replaceAll('0', '').length;
  }, 0);
}

function listed({ count, wholeX, wholeY, partX, partY }: CornerPairs): number[][] {
  return Array.from({ length: count }, (_, at) => [
    wholeX[at] ?? 0,
    wholeY[at] ?? 0,
    partX[at] ?? 0,
    partY[at] ?? 0,
  ]);
}
