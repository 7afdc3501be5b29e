import { convertedFormatOf, type ConvertedFormat } from '@imagesearch/service-kit/image/converted-format';
import { imageFormatOf, type ImageFormat } from '@imagesearch/service-kit/image/image-format';

/** What a file of a collection may be: a format that the services serve, or one that is converted. */
export type FileFormat = ImageFormat | ConvertedFormat;

/** The format by the file's first bytes. File names do not count. */
export function fileFormatOf(bytes: Buffer): FileFormat | undefined {
  return imageFormatOf(bytes) ?? convertedFormatOf(bytes);
}

export const READABLE = 'JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL';

/** Endings of files that a folder's run takes. The content decides what they are. */
export const FILE_ENDINGS: ReadonlySet<string> = new Set([
  ...['.jpg', '.jpeg', '.jpe', '.jfif', '.png', '.webp'],
  ...['.heic', '.heif', '.hif', '.avif', '.tif', '.tiff', '.gif', '.bmp', '.dib', '.jxl'],
]);
