import type { RgbPixels } from '../pixels.js';
import { ColorCounts, type ColorHistogram } from './color-histogram.js';
import { DetailCells, type DetailGrid } from './detail-grid.js';
import { lightnessAt, RELATIVE_LUMINANCE } from './lightness.js';

export interface PixelStatistics {
  /** Mean CIE L* / 100. */
  luminance: number;
  histogram: ColorHistogram;
  grid: DetailGrid;
}

export function statisticsOf({ data, width, height }: RgbPixels): PixelStatistics {
  const colors = new ColorCounts();
  const cells = new DetailCells(width, height);
  let lightness = 0;
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(3 * y * width, 3 * (y + 1) * width);
    lightness += lightnessOfRow(row);
    colors.addRow(row);
    cells.addRow(row);
  }
  const count = width * height;
  return {
    luminance: Math.min(1, Math.max(0, lightness / count)),
    histogram: colors.histogram(count),
    grid: cells.grid(),
  };
}

function lightnessOfRow(row: Uint8Array): number {
  const { red, green, blue } = RELATIVE_LUMINANCE;
  let sum = 0;
  for (let pixel = 0; pixel < row.length; pixel += 3) {
    sum += lightnessAt(
      (red[row[pixel] ?? 0] ?? 0) + (green[row[pixel + 1] ?? 0] ?? 0) + (blue[row[pixel + 2] ?? 0] ?? 0),
    );
  }
  return sum;
}
