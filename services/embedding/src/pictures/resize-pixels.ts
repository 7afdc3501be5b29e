import sharp, { type KernelEnum, type ResizeOptions, type Sharp } from 'sharp';
import type { Picture } from '../domain/picture.js';
import type { RgbPixels } from '../domain/pixels.js';

type Kernel = Extract<keyof KernelEnum, 'lanczos3' | 'cubic' | 'linear'>;

/** The picture squeezed or stretched to exactly this size. */
export function resizeTo(
  pixels: RgbPixels,
  width: number,
  height: number,
  kernel: Kernel = 'lanczos3',
): Promise<RgbPixels> {
  return resize(pixels, width, height, { fit: 'fill', kernel });
}

/**
 * Its short edge scaled to `side`, then the middle square. Sizes and the crop's place are rounded down, of the whole
 * picture's proportions, as CLIP's own preprocessing does: half a pixel more or less is another picture to a model.
 */
export async function cropTo(
  { width, height, pixels }: Pick<Picture, 'width' | 'height' | 'pixels'>,
  side: number,
  kernel: Kernel,
): Promise<RgbPixels> {
  const short = Math.min(width, height);
  const scaled = { width: Math.floor((side * width) / short), height: Math.floor((side * height) / short) };
  const data = await fromPixels(pixels)
    .resize(scaled.width, scaled.height, { fit: 'fill', kernel })
    .extract({
      left: Math.floor((scaled.width - side) / 2),
      top: Math.floor((scaled.height - side) / 2),
      width: side,
      height: side,
    })
    .raw()
    .toBuffer();
  return { data, width: side, height: side };
}

/** The picture in its own proportions, its longest edge at most this long; never enlarged. */
export function shrinkTo(pixels: RgbPixels, longestEdge: number): Promise<RgbPixels> {
  if (Math.max(pixels.width, pixels.height) <= longestEdge) return Promise.resolve(pixels);
  return resize(pixels, longestEdge, longestEdge, { fit: 'inside' });
}

async function resize(
  pixels: RgbPixels,
  width: number,
  height: number,
  options: ResizeOptions,
): Promise<RgbPixels> {
  const { data, info } = await fromPixels(pixels)
    .resize(width, height, options)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function fromPixels({ data, width, height }: RgbPixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}
