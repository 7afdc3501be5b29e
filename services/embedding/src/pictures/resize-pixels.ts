import sharp from 'sharp';
import type { RgbPixels } from '../domain/pixels.js';

/** The picture squeezed or stretched to exactly this size. */
export function resizeTo(pixels: RgbPixels, width: number, height: number): Promise<RgbPixels> {
  return resize(pixels, width, height, 'fill');
}

/** The picture in its own proportions, its longest edge at most this long; never enlarged. */
export function shrinkTo(pixels: RgbPixels, longestEdge: number): Promise<RgbPixels> {
  if (Math.max(pixels.width, pixels.height) <= longestEdge) return Promise.resolve(pixels);
  return resize(pixels, longestEdge, longestEdge, 'inside');
}

async function resize(
  pixels: RgbPixels,
  width: number,
  height: number,
  fit: 'fill' | 'inside',
): Promise<RgbPixels> {
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: 3 },
  })
    .resize(width, height, { fit })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
