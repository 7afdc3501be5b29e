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
export function resample(
  pixels: RgbPixels,
  scaled: { width: number; height: number },
  { left, top, width, height }: Window,
  kernel: Kernel,
): RgbPixels {
  const columns = stencilsOf(pixels.width, scaled.width, left, width, kernel);
  const rows = stencilsOf(pixels.height, scaled.height, top, height, kernel);
  const firstRow = rows[0]?.first ?? 0;
  const endRow = rows.reduce((end, { first, weights }) => Math.max(end, first + weights.length), 0);

  const narrow = new Uint8ClampedArray(3 * width * (endRow - firstRow));
  for (let row = firstRow; row < endRow; row += 1)
    blendColumns(pixels.data, 3 * row * pixels.width, columns, narrow, 3 * (row - firstRow) * width);
  const data = new Uint8ClampedArray(3 * width * height);
  rows.forEach((row, y) =>
    blendRows(narrow, firstRow, row, data.subarray(3 * y * width, 3 * (y + 1) * width)),
  );
  return { data: new Uint8Array(data.buffer), width, height };
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

/** Blends one row of `source`, from index `from`, into one row of `target`, from index `to`. */
function blendColumns(
  source: Uint8Array,
  from: number,
  columns: readonly Stencil[],
  target: Uint8ClampedArray,
  to: number,
): void {
  let next = to;
  for (const { first, weights } of columns) {
    let [red, green, blue] = [0, 0, 0];
    let at = from + 3 * first;
    for (const weight of weights) {
      red += weight * (source[at] ?? 0);
      green += weight * (source[at + 1] ?? 0);
      blue += weight * (source[at + 2] ?? 0);
      at += 3;
    }
    target[next] = red;
    target[next + 1] = green;
    target[next + 2] = blue;
    next += 3;
  }
}

/** Blends rows of `source`, which begins with row `firstRow`, into the single row `target`. */
function blendRows(
  source: Uint8ClampedArray,
  firstRow: number,
  { first, weights }: Stencil,
  target: Uint8ClampedArray,
): void {
  const sums = new Float64Array(target.length);
  let from = (first - firstRow) * target.length;
  for (const weight of weights) {
    for (let at = 0; at < sums.length; at += 1)
      sums[at] = (sums[at] ?? 0) + weight * (source[from + at] ?? 0);
    from += target.length;
  }
  target.set(sums);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
