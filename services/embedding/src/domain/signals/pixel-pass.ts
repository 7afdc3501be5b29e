import type { RgbPixels } from '../pixels.js';
import { ColorCounts, type ColorHistogram } from './color-histogram.js';
import { DetailCells, type DetailGrid } from './detail-grid.js';
import { lightnessAt, RELATIVE_LUMINANCE } from './lightness.js';

/** What all signals are computed from, each pixel having been looked at once. */
export interface PixelStatistics {
  /** Mean CIE L* / 100. */
  luminance: number;
  histogram: ColorHistogram;
  grid: DetailGrid;
}

export function statisticsOf(pixels: RgbPixels): PixelStatistics {
  const { data, width, height } = pixels;
  const colors = new ColorCounts();
  const cells = new DetailCells(width, height);
  const { red: redLight, green: greenLight, blue: blueLight } = RELATIVE_LUMINANCE;
  let lightness = 0;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const red = data[at] ?? 0;
      const green = data[at + 1] ?? 0;
      const blue = data[at + 2] ?? 0;
      lightness += lightnessAt((redLight[red] ?? 0) + (greenLight[green] ?? 0) + (blueLight[blue] ?? 0));
      colors.add(red, green, blue);
      cells.add(x, red, green, blue);
    }
    cells.endRow();
  }
  const count = width * height;
  return {
    luminance: Math.min(1, Math.max(0, lightness / count)),
    histogram: colors.histogram(count),
    grid: cells.grid(),
  };
}
