import sharp, { type Sharp } from 'sharp';
import type { Image } from '../../domain/image.js';
import type { RgbPixels } from '../../domain/pixels.js';
import { resample, type Kernel, type Window } from '../../domain/resample.js';

type Size = Pick<RgbPixels, 'width' | 'height'>;

/** The image squeezed or stretched to exactly this size. */
export function resizeTo(
  pixels: RgbPixels,
  width: number,
  height: number,
  kernel: Kernel = 'lanczos3',
): Promise<RgbPixels> {
  return windowOf(pixels, { width, height }, { left: 0, top: 0, width, height }, kernel);
}

/**
 * Its short edge scaled to `side`, then the middle square. Sizes and the crop's place are rounded down, of the whole
 * image's proportions, as CLIP's own preprocessing does: half a pixel more or less is another image to a model.
 */
export function cropTo(
  { width, height, pixels }: Pick<Image, 'width' | 'height' | 'pixels'>,
  side: number,
  kernel: Kernel,
): Promise<RgbPixels> {
  const short = Math.min(width, height);
  const scaled = { width: Math.floor((side * width) / short), height: Math.floor((side * height) / short) };
  const square = {
    left: Math.floor((scaled.width - side) / 2),
    top: Math.floor((scaled.height - side) / 2),
    width: side,
    height: side,
  };
  return windowOf(pixels, scaled, square, kernel);
}

/** The image in its own proportions, its longest edge at most this long; never enlarged. */
export async function shrinkTo(pixels: RgbPixels, longestEdge: number): Promise<RgbPixels> {
  if (Math.max(pixels.width, pixels.height) <= longestEdge) return pixels;
  return toPixels(fromPixels(pixels).resize(longestEdge, longestEdge, { fit: 'inside' }));
}

/** A part of the image scaled to a size. */
async function windowOf(pixels: RgbPixels, scaled: Size, window: Window, kernel: Kernel): Promise<RgbPixels> {
  const fill = { fit: 'fill', kernel } as const;
  const width = Math.min(scaled.width, pixels.width);
  const height = Math.min(scaled.height, pixels.height);
  if (width === scaled.width && height === scaled.height)
    return toPixels(fromPixels(pixels).resize(width, height, fill).extract(window));
  // What libvips enlarges lies half a pixel too far down and to the right, so it only does what is to become smaller.
  const shrunk = await toPixels(fromPixels(pixels).resize(width, height, fill));
  return resample(shrunk, scaled, window, kernel);
}

async function toPixels(image: Sharp): Promise<RgbPixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function fromPixels({ data, width, height }: RgbPixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}
