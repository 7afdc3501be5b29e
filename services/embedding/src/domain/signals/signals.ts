import type { Side } from '@imagesearch/facets/facets';
import type { Image } from '../image.js';
import type { Box, RgbPixels } from '../pixels.js';
import { aspectOf } from './aspect.js';
import { isMonochrome } from './monochrome.js';
import { negSpaceOf } from './neg-space.js';
import { paletteOf, type PaletteColor } from './palette.js';
import { perceptualHashOf } from './perceptual-hash.js';
import { statisticsOf } from './pixel-pass.js';

export interface Signals {
  luminance: number;
  monochrome: boolean;
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

/** Longest edge of the copy that signals are measured on; it is also searched for small faces. */
export const SIGNAL_EDGE_PX = 384;

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
    palette: paletteOf(histogram),
    negSpace: negSpaceOf(grid, faces),
    faces: faces.length,
    aspect: aspectOf(size),
    perceptualHash: perceptualHashOf(pixels),
  };
}
