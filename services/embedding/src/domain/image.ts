import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import type { RgbPixels } from './pixels.js';

/** An image as it is meant to be seen: upright, sRGB, transparent parts on white. */
export interface Image {
  format: ImageFormat;
  /** Of the whole image after EXIF orientation, pixels. */
  width: number;
  height: number;
  /** The same image, its longest edge 640 to 1024 pixels unless the whole is smaller. */
  pixels: RgbPixels;
}
