import type { Box } from '../pixels.js';
import type { Picture } from '../picture.js';
import type { RgbPixels } from '../pixels.js';
import { aspectOf } from './aspect.js';
import { colorHistogramOf } from './color-histogram.js';
import { luminanceOf } from './luminance.js';
import { isMonochrome } from './monochrome.js';
import { negSpaceOf, type Side } from './neg-space.js';
import { paletteOf, type PaletteColor } from './palette.js';

/** What the pixels of a picture say about how it looks. */
export interface Signals {
  /** Mean CIE L* / 100. */
  luminance: number;
  monochrome: boolean;
  palette: PaletteColor[];
  negSpace: Side[];
  faces: number;
  /** Width divided by height, 3 decimals. */
  aspect: number;
}

/** Longest edge at which colours and clean sides are measured: finer detail does not change them. */
export const SIGNAL_EDGE_PX = 512;

/** The signals of a picture, measured on its copy of `SIGNAL_EDGE_PX`, given the faces found in it. */
export function computeSignals(picture: Picture, pixels: RgbPixels, faces: readonly Box[]): Signals {
  const histogram = colorHistogramOf(pixels);
  return {
    luminance: luminanceOf(pixels),
    monochrome: isMonochrome(histogram),
    palette: paletteOf(histogram),
    negSpace: negSpaceOf(pixels, faces),
    faces: faces.length,
    aspect: aspectOf(picture),
  };
}
