import type { RgbPixels } from '../pixels.js';
import { colorHistogramOf } from './color-histogram.js';
import { paletteOf, type PaletteColor } from './palette.js';
import { hashesOf, type ImageHashes } from './perceptual-hash.js';

/** What tells an image from others, also in another size or encoding. */
export interface Likeness {
  hashes: ImageHashes;
  palette: PaletteColor[];
}

export function likenessOf(pixels: RgbPixels): Likeness {
  return { hashes: hashesOf(pixels), palette: paletteOf(colorHistogramOf(pixels)) };
}
