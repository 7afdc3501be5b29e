import type { Side } from '@imagesearch/facets/facets';
import type { Image, Box, RgbPixels } from '../image.js';
import { isMonochrome, saturationOf } from './monochrome.js';
import { negSpaceOf, DetailCells, type DetailGrid } from './neg-space.js';
import { paletteOf, type PaletteColor } from './palette.js';
import { perceptualHashOf, hashesOf, type ImageHashes } from './perceptual-hash.js';
import type { SearchedLevel } from '../faces.js';
import { colorHistogramOf, ColorCounts, type ColorHistogram } from './color-histogram.js';
import { lightnessAt, RELATIVE_LUMINANCE } from './color-space.js';

export interface Signals {
  luminance: number;
  monochrome: boolean;
  /** Mean chroma, 0 to 1. */
  saturation: number;
  palette: PaletteColor[];
  negSpace: Side[];
  faces: number;
  /** Width divided by height, 3 decimals. */
  aspect: number;
  perceptualHash: string;
}

/** A class of images, and how sure the classifier is of it, 0 to 1. */
export interface Shown {
  name: string;
  confidence: number;
}

/** `faces` are those found in the image. */
export function computeSignals(
  size: Pick<Image, 'width' | 'height'>,
  pixels: RgbPixels,
  faces: readonly Box[],
): Signals {
  const { luminance, histogram, grid } = statisticsOf(pixels);
  return {
    luminance,
    monochrome: isMonochrome(histogram),
    saturation: saturationOf(histogram),
    palette: paletteOf(histogram),
    negSpace: negSpaceOf(grid, faces),
    faces: faces.length,
    aspect: aspectOf(size),
    perceptualHash: perceptualHashOf(pixels),
  };
}

interface PixelStatistics {
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

/** Width divided by height, 3 decimals; never 0. */
export function aspectOf({ width, height }: { width: number; height: number }): number {
  return Math.max(0.001, Math.round((width / height) * 1000) / 1000);
}

export interface SignalReader {
  read(task: SignalTask): Promise<MeasuredImage>;
  close(): Promise<void>;
}

export interface SignalTask {
  /** Of the whole image, pixels. */
  size: { width: number; height: number };
  levels: readonly SearchedLevel[];
  pixels: RgbPixels;
  /** The copy that local features are measured on. */
  indexed: RgbPixels;
}

export interface MeasuredImage {
  signals: Signals;
  localFeatures: string;
}

/** What tells an image from others, also in another size or encoding. */
export interface Likeness {
  hashes: ImageHashes;
  palette: PaletteColor[];
}

export function likenessOf(pixels: RgbPixels): Likeness {
  return { hashes: hashesOf(pixels), palette: paletteOf(colorHistogramOf(pixels)) };
}
