import sharp, { type Sharp } from 'sharp';
import type { Image } from '../../domain/image.js';
import type { ShrinkImage } from '../../domain/image-tools.js';
import type { RgbPixels } from '../../domain/pixels.js';
import { resample, type Kernel, type Window } from '../../domain/resample.js';

type Size = Pick<RgbPixels, 'width' | 'height'>;

export function resizeTo(
  pixels: RgbPixels,
  width: number,
  height: number,
  kernel: Kernel = 'lanczos3',
): Promise<RgbPixels> {
  return windowOf(pixels, { width, height }, { left: 0, top: 0, width, height }, kernel);
}

/**
 * Scales the short edge to `side` and cuts out the middle. Rounds down as CLIP does: half a pixel changes its reading.
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

export const shrinkTo: ShrinkImage = async (pixels, longestEdgePx) => {
  if (Math.max(pixels.width, pixels.height) <= longestEdgePx) return pixels;
  return toPixels(fromPixels(pixels).resize(longestEdgePx, longestEdgePx, { fit: 'inside' }));
};

async function windowOf(pixels: RgbPixels, scaled: Size, window: Window, kernel: Kernel): Promise<RgbPixels> {
  const fill = { fit: 'fill', kernel } as const;
  const width = Math.min(scaled.width, pixels.width);
  const height = Math.min(scaled.height, pixels.height);
  if (width === scaled.width && height === scaled.height)
    return toPixels(fromPixels(pixels).resize(width, height, fill).extract(window));
  // libvips shifts an enlarged image by half a pixel down and to the right, so it only makes images smaller here.
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
