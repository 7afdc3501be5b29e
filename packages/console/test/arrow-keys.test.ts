import { describe, expect, it } from '@jest/globals';
import { placeAfter } from '../src/results/arrow-keys.js';

/** Three rows: four narrow images, two wide ones, one. */
const BOXES = [
  ...[0, 100, 200, 300].map((left) => ({ top: 0, left, width: 90 })),
  ...[0, 200].map((left) => ({ top: 120, left, width: 190 })),
  { top: 240, left: 0, width: 90 },
];
const after = (key: string, from: number, isRightToLeft = false) =>
  placeAfter(key, from, { boxes: BOXES, isRightToLeft });

describe('arrow keys', () => {
  it('go along the rows and stop at both ends', () => {
    expect([after('ArrowRight', 3), after('ArrowLeft', 4)]).toEqual([4, 3]);
    expect([after('ArrowLeft', 0), after('ArrowRight', 6)]).toEqual([undefined, undefined]);
  });

  it('go to the image above or below whose middle is nearest', () => {
    expect([after('ArrowDown', 1), after('ArrowDown', 3)]).toEqual([4, 5]);
    expect([after('ArrowUp', 5), after('ArrowDown', 5), after('ArrowUp', 2)]).toEqual([2, 6, undefined]);
  });

  it('follow the reading direction', () => {
    expect([after('ArrowLeft', 0, true), after('ArrowRight', 1, true)]).toEqual([1, 0]);
  });

  it('leave other keys alone', () => {
    expect(after('Enter', 0)).toBeUndefined();
  });
});
