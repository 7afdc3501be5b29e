import { describe, expect, it } from '@jest/globals';
import { justifiedRows } from '../src/results/justified-rows.js';

const OPTIONS = { width: 1_000, height: 200, gap: 10 };

/** The cells row by row, as a page that wraps would lay them out. */
function rowsOf(aspects: number[], options = OPTIONS) {
  const rows: { width: number; height: number }[][] = [[]];
  let used = 0;
  for (const cell of justifiedRows(aspects, options)) {
    if (used > 0 && used + options.gap + cell.width > options.width) {
      rows.push([]);
      used = 0;
    }
    used += (used > 0 ? options.gap : 0) + cell.width;
    rows.at(-1)?.push(cell);
  }
  return rows;
}

const widthOf = (row: { width: number }[], gap: number): number =>
  row.reduce((total, { width }) => total + width, gap * (row.length - 1));

describe('justified rows', () => {
  it('fill the width to the pixel, each row at one height', () => {
    const rows = rowsOf(Array.from({ length: 40 }, (_, index) => [1, 1.5, 0.7, 1.78, 2.4][index % 5] ?? 1));
    for (const row of rows.slice(0, -1)) {
      expect(widthOf(row, OPTIONS.gap)).toBe(OPTIONS.width);
      expect(new Set(row.map(({ height }) => height)).size).toBe(1);
    }
  });

  it('keep the aspect ratio of each image, but for rounding', () => {
    for (const cell of justifiedRows([1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5], OPTIONS))
      expect(cell.width / cell.height).toBeCloseTo(1.5, 1);
  });

  it('do not blow up a few images', () => {
    expect(justifiedRows([1, 1.5], OPTIONS)).toEqual([
      { width: 200, height: 200 },
      { width: 300, height: 200 },
    ]);
  });

  it('never make an image wider than the page', () => {
    for (const width of [280, 320, 390]) {
      for (const cell of justifiedRows([3, 0.2, 9, 1], { width, height: 150, gap: 12 }))
        expect(cell.width).toBeLessThanOrEqual(width);
    }
  });

  it('have a place for each image, also for one whose size makes no sense', () => {
    expect(justifiedRows([Number.NaN, 0, Infinity, 1], OPTIONS)).toHaveLength(4);
    expect(justifiedRows([], OPTIONS)).toEqual([]);
  });
});
