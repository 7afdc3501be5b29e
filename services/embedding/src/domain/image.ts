import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';

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

/** Upright, sRGB, transparent parts on white. */
export interface Image {
  format: ImageFormat;
  /** Of the whole image after EXIF orientation, pixels. */
  width: number;
  height: number;
  /** A copy with a longest edge of 640 to 1024 pixels; a smaller image is not enlarged. */
  pixels: RgbPixels;
}

/** @throws AppError `cancelled` or `deadline_exceeded`, and `invalid_request` for an image that cannot be accepted. */
export type DecodeImage = (bytes: Uint8Array, call: CallContext) => Promise<Image>;

/** The image in its own proportions, its longest edge at most this long, in pixels; never enlarged. */
export type ShrinkImage = (pixels: RgbPixels, longestEdgePx: number) => Promise<RgbPixels>;

/** Longest edge of the copy that signals are measured on; it is also searched for small faces. */
export const SIGNAL_EDGE_PX = 384;
