import type { PictureFormat } from '@imagesearch/service-kit/image/image-format';
import type { RgbPixels } from './pixels.js';

/** A picture as it is meant to be seen: upright, sRGB, transparent parts on white. */
export interface Picture {
  format: PictureFormat;
  /** Of the whole picture after EXIF orientation, pixels. */
  width: number;
  height: number;
  /** The same picture, its longest edge 640 to 1024 pixels unless the whole is smaller. */
  pixels: RgbPixels;
}
