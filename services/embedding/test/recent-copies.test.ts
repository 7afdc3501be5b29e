import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { RecentCopies } from '../src/app/describe-cut-outs.js';
import { solid } from './support/draw.js';

/** As many as are kept. */
const COPIES = 8;

const copyOf = () => solid(4, 3, [10, 20, 30]);

test('the copy of an image is found by the same bytes in another buffer, and by no others', () => {
  const copies = new RecentCopies();
  const [image, other] = [randomBytes(64), randomBytes(64)];
  const copy = copyOf();
  copies.keep(image, copy);
  expect(copies.of(Buffer.from(image))).toBe(copy);
  expect(copies.of(other)).toBeUndefined();
  expect(copies.of(image.subarray(0, 63))).toBeUndefined();
});

test('the image that was asked for least recently makes room for another one', () => {
  const copies = new RecentCopies();
  const [first, second] = [randomBytes(64), randomBytes(64)];
  const others = Array.from({ length: COPIES - 2 }, () => randomBytes(64));
  const [ofFirst, ofOthers] = [copyOf(), copyOf()];
  copies.keep(first, ofFirst);
  for (const image of [second, ...others]) copies.keep(image, ofOthers);
  expect(copies.of(first)).toBe(ofFirst);
  copies.keep(randomBytes(64), copyOf());
  expect(copies.of(second)).toBeUndefined();
  expect(copies.of(first)).toBe(ofFirst);
  for (const kept of others) expect(copies.of(kept)).toBe(ofOthers);
});

test('an image that is kept again has its latest copy', () => {
  const copies = new RecentCopies();
  const image = randomBytes(64);
  const latest = copyOf();
  copies.keep(image, copyOf());
  copies.keep(image, latest);
  expect(copies.of(image)).toBe(latest);
});
