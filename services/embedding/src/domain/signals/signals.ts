import type { Side } from '@imagesearch/facets/facets';
import type { Image, Box, RgbPixels, SizedPixels } from '../image.js';
import { isMonochrome, saturationOf } from './monochrome.js';
import { negSpaceOf } from './neg-space.js';
import { paletteOf, type PaletteColor } from './palette.js';
import { perceptualHashOf, hashesOf, type ImageHashes } from './perceptual-hash.js';
import { colorsOf } from './colors.js';
import { lightnessOf } from './color-space.js';

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
  const colors = colorsOf(pixels);
  return {
    luminance: luminanceOf(pixels),
    monochrome: isMonochrome(colors),
    saturation: saturationOf(colors),
    palette: paletteOf(colors),
    negSpace: negSpaceOf(pixels, faces),
    faces: faces.length,
    aspect: aspectOf(size),
    perceptualHash: perceptualHashOf(pixels),
  };
}

/** Mean CIE L* / 100. */
function luminanceOf({ data, width, height }: RgbPixels): number {
  let sum = 0;
  let [last, lightness] = [-1, 0];
  for (let pixel = 0; pixel < data.length; pixel += 3) {
    const [red, green, blue] = [data[pixel] ?? 0, data[pixel + 1] ?? 0, data[pixel + 2] ?? 0];
    const color = (red << 16) | (green << 8) | blue;
    // Neighbours often have one colour, and a cube root takes long.
    if (color !== last) [last, lightness] = [color, lightnessOf(red, green, blue)];
    sum += lightness;
  }
  return Math.min(1, Math.max(0, sum / (width * height)));
}

/** Width divided by height, 3 decimals; never 0. */
export function aspectOf({ width, height }: { width: number; height: number }): number {
  return Math.max(0.001, Math.round((width / height) * 1000) / 1000);
}

export interface SignalReader {
  read(image: SizedPixels): Promise<MeasuredImage>;
  close(): Promise<void>;
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
  return { hashes: hashesOf(pixels), palette: paletteOf(colorsOf(pixels)) };
}
