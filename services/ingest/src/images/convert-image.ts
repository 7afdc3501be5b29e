import { FILE_BYTES_MAX, FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import type { ConvertedFormat } from '@imagesearch/service-kit/image/converted-format';
import { DECODER_BYTES_MAX } from '@imagesearch/service-kit/image/decoder-bytes';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AssetFault } from '../pipeline/asset-fault.js';
import { heifProfile, jpegWithProfile } from './colour-profile.js';
import { decodeForeign } from './foreign-decoder.js';
import { inDecodingLane } from './lanes.js';
import { checkTiff } from './tiff-guard.js';

/** A photograph looks the same at this quality. */
const QUALITY = 92;
const DECODE_TIMEOUT_S = 60;
/** The longest edge of a WebP. */
const WEBP_EDGE_MAX = 16_383;
/** Bytes that a decoder needs for each pixel, as measured. */
const DECODER_BYTES_PER_PIXEL: Record<ConvertedFormat, number> = {
  tiff: 0,
  gif: 8,
  avif: 8,
  heic: 10,
  bmp: 6,
  jxl: 30,
};
/** A camera's JPEG XL of 24 megapixels is worth more memory than the others get. */
const JXL_PIXELS_MAX = 24_500_000;

/** Pixels that are decoded of a format at most. */
export function pixelsMaxOf(format: ConvertedFormat): number {
  if (format === 'jxl') return JXL_PIXELS_MAX;
  return Math.min(FILE_PIXELS_MAX, Math.floor(DECODER_BYTES_MAX / DECODER_BYTES_PER_PIXEL[format]));
}

/**
 * A copy of the file's first image that every browser shows, of the same size and upright: JPEG for a photograph, WebP
 * with transparency, PNG for GIF and BMP. @throws AssetFault
 */
export function convertImage(bytes: Buffer, format: ConvertedFormat, signal: AbortSignal): Promise<Buffer> {
  return inDecodingLane(async () => {
    const { image, hasAlpha, width, height } = await openImage(bytes, format, signal);
    try {
      const file = await encoded(image.timeout({ seconds: DECODE_TIMEOUT_S }), {
        isDrawing: format === 'gif' || format === 'bmp',
        hasAlpha,
        edge: Math.max(width, height),
      });
      if (file.byteLength > FILE_BYTES_MAX)
        throw new AssetFault(`its converted copy is larger than ${FILE_BYTES_MAX} bytes`);
      // The decoder gives the numbers of the file; its profile says which colours they are.
      const profile = format === 'heic' && !hasAlpha ? heifProfile(bytes) : undefined;
      return profile === undefined ? file : jpegWithProfile(file, profile);
    } catch (error) {
      throw error instanceof AssetFault ? error : unreadable(error);
    }
  });
}

interface OpenImage {
  image: Sharp;
  hasAlpha: boolean;
  width: number;
  height: number;
}

async function openImage(bytes: Buffer, format: ConvertedFormat, signal: AbortSignal): Promise<OpenImage> {
  if (format === 'heic' || format === 'jxl' || format === 'bmp') {
    const decoded = await decodeForeign({ format, bytes, pixelsMax: pixelsMaxOf(format) }, signal);
    if ('png' in decoded) return openWithVips(Buffer.from(decoded.png), FILE_PIXELS_MAX);
    const { width, height, rgba, isOpaque } = decoded;
    const image = sharp(rgba, { raw: { width, height, channels: 4 }, limitInputPixels: FILE_PIXELS_MAX });
    return { image: isOpaque ? image.removeAlpha() : image, hasAlpha: !isOpaque, width, height };
  }
  if (format === 'tiff') checkTiff(bytes);
  return openWithVips(bytes, pixelsMaxOf(format));
}

async function openWithVips(bytes: Buffer, pixelsMax: number): Promise<OpenImage> {
  const open = () => sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1, page: 0 });
  const metadata = await open()
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  checkSize(metadata, pixelsMax);
  return { ...metadata, image: open().autoOrient() };
}

function checkSize({ width, height, orientation = 1 }: Metadata, pixelsMax: number): void {
  if (width * height > pixelsMax)
    throw new AssetFault(`the image has ${width} × ${height} pixels, and ${pixelsMax} can be decoded`);
  // Turning an image takes all of its pixels at once.
  if (orientation > 1 && width * height * 4 > DECODER_BYTES_MAX)
    throw new AssetFault(
      `the image has ${width} × ${height} pixels and is stored on its side: it is too large to turn`,
    );
}

function encoded(
  image: Sharp,
  { isDrawing, hasAlpha, edge }: { isDrawing: boolean; hasAlpha: boolean; edge: number },
): Promise<Buffer> {
  if (isDrawing || (hasAlpha && edge > WEBP_EDGE_MAX)) return image.png().toBuffer();
  return hasAlpha
    ? image.webp({ quality: QUALITY }).toBuffer()
    : image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
}

function unreadable(error: unknown): AssetFault {
  const [reason] = (error as Error).message.split('\n');
  return new AssetFault(`the image cannot be read: ${reason}`, { cause: error });
}
