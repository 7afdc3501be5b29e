import type { RgbPixels } from '../pixels.js';
import { queryFeaturesOf } from '../local-features/local-features.js';
import { paletteOf, type PaletteColor } from './palette.js';
import { hashesOf, type ImageHashes } from './perceptual-hash.js';
import { statisticsOf } from './pixel-pass.js';

/** What tells an image from others, also in another size or encoding. */
export interface Likeness {
  hashes: ImageHashes;
  palette: PaletteColor[];
  /** Of the image in several sizes, the largest first. */
  localFeatures: string[];
}

/** @param sizes Copies of the image that parts of it are known again by. */
export function likenessOf(pixels: RgbPixels, sizes: readonly RgbPixels[]): Likeness {
  return {
    hashes: hashesOf(pixels),
    palette: paletteOf(statisticsOf(pixels).histogram),
    localFeatures: sizes.flatMap(queryFeaturesOf),
  };
}
