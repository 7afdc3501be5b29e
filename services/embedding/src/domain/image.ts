import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { ImageFormat } from '@imagesearch/image-files/format';

/** Eight-bit sRGB, three interleaved channels, row by row from the top left. */
export interface RgbPixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A rectangle as shares of the image's width and height; the origin is the top left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function commonArea(first: Box, second: Box): number {
  const width =
    Math.min(first.left + first.width, second.left + second.width) - Math.max(first.left, second.left);
  const height =
    Math.min(first.top + first.height, second.top + second.height) - Math.max(first.top, second.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** Upright, sRGB, transparent parts on white. */
export interface Image {
  format: ImageFormat;
  /** Of the whole image after EXIF orientation, pixels. */
  width: number;
  height: number;
  /** A copy with a longest edge of 640 to 1024 pixels; a smaller image is not enlarged. */
  pixels: RgbPixels;
}

/** What models read of an image. */
export type SizedPixels = Pick<Image, 'width' | 'height' | 'pixels'>;

/** @throws AppError `cancelled` or `deadline_exceeded`, and `invalid_request` for an image that cannot be accepted. */
export type DecodeImage = (bytes: Uint8Array, call: CallContext) => Promise<Image>;

/** The image in its own proportions, its longest edge at most this long, in pixels; never enlarged. */
export type ShrinkImage = (pixels: RgbPixels, longestEdgePx: number) => Promise<RgbPixels>;

/** Longest edge of the copy that signals are measured on; it is also searched for small faces. */
export const SIGNAL_EDGE_PX = 384;

/** Brightness of each pixel, 0 to 255, row by row. */
export interface GreyImage {
  values: Float32Array;
  width: number;
  height: number;
}

/** Rec. 601 weights on encoded values: a good measure of visible edges without linearising. */
const RED_WEIGHT = 0.299;
const GREEN_WEIGHT = 0.587;
const BLUE_WEIGHT = 0.114;

export function greyOf({ data, width, height }: RgbPixels): GreyImage {
  const values = new Float32Array(width * height);
  for (let at = 0, pixel = 0; at < values.length; at += 1, pixel += 3) {
    values[at] =
      RED_WEIGHT * (data[pixel] ?? 0) +
      GREEN_WEIGHT * (data[pixel + 1] ?? 0) +
      BLUE_WEIGHT * (data[pixel + 2] ?? 0);
  }
  return { values, width, height };
}
