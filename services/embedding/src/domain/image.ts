import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import type { RgbPixels } from './pixels.js';

/** Upright, sRGB, transparent parts on white. */
export interface Image {
  format: ImageFormat;
  /** Of the whole image after EXIF orientation, pixels. */
  width: number;
  height: number;
  /** A copy with a longest edge of 640 to 1024 pixels; a smaller image is not enlarged. */
  pixels: RgbPixels;
}
