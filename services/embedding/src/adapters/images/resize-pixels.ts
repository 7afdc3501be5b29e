import sharp, { type Sharp } from 'sharp';
import type { Image, ShrinkImage, RgbPixels } from '../../domain/image.js';

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

export type Kernel = 'lanczos3' | 'cubic' | 'linear';

interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The input of one output pixel along one axis: the first pixel and the weights from there on. */
interface Stencil {
  first: number;
  weights: Float64Array;
}

/** The reach of each kernel, in pixels of the smaller scale, and its value at a distance from the centre. */
const KERNELS: Record<Kernel, { reach: number; at: (distance: number) => number }> = {
  linear: { reach: 1, at: (x) => 1 - x },
  // Keys, "Cubic convolution interpolation for digital image processing" (1981), a = −0.5.
  cubic: {
    reach: 2,
    at: (x) => (x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2),
  },
  lanczos3: { reach: 3, at: (x) => sinc(x) * sinc(x / 3) },
};

const UNCHANGED = Float64Array.of(1);

/** Scales to `scaled` and returns the window of it, rounding and weighting as Pillow does. Columns come first. */
function resample(
  pixels: RgbPixels,
  scaled: Size,
  { left, top, width, height }: Window,
  kernel: Kernel,
): RgbPixels {
  const columns = stencilsOf(pixels.width, scaled.width, left, width, kernel);
  const rows = stencilsOf(pixels.height, scaled.height, top, height, kernel);
  return blendTransposed(blendTransposed(pixels, columns), rows);
}

/** Blends the columns of each row, and gives the result with rows for columns. */
function blendTransposed({ data, width, height }: RgbPixels, columns: readonly Stencil[]): RgbPixels {
  const blended = new Uint8ClampedArray(3 * columns.length * height);
  let to = 0;
  for (const { first, weights } of columns) {
    for (let y = 0; y < height; y += 1) {
      for (let channel = 0; channel < 3; channel += 1, to += 1) {
        const from = 3 * (y * width + first) + channel;
        let sum = 0;
        for (let at = 0; at < weights.length; at += 1) sum += (weights[at] ?? 0) * (data[from + 3 * at] ?? 0);
        blended[to] = sum;
      }
    }
  }
  return { data: new Uint8Array(blended.buffer), width: height, height: columns.length };
}

function stencilsOf(from: number, to: number, start: number, count: number, kernel: Kernel): Stencil[] {
  if (from === to)
    return Array.from({ length: count }, (_, position) => ({ first: start + position, weights: UNCHANGED }));
  const { reach, at } = KERNELS[kernel];
  const step = from / to;
  const width = Math.max(step, 1);
  return Array.from({ length: count }, (_, position) => {
    const centre = (start + position + 0.5) * step;
    const first = Math.max(0, Math.round(centre - reach * width));
    const end = Math.min(from, Math.round(centre + reach * width));
    const weights = Float64Array.from({ length: end - first }, (_weight, place) =>
      at(Math.abs(first + place + 0.5 - centre) / width),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
