import { isUtf8 } from 'node:buffer';
import { FILE_BYTES_MAX, FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { type ConvertedFormat, imageFormatOf } from '../format.js';
import { jpegSegment } from '../parts.js';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { ImageFault } from '../accept.js';
import { decodeForeign } from './foreign.js';
import { jpegWithSegments, segmentsOf, type Carried } from '../edit/carried.js';
import { declaredColours } from '../metadata/heif.js';
import { rgbProfile } from './rgb-profile.js';
import { firstPicture } from '../metadata/tiff.js';

/** A photograph looks the same at this quality. */
const QUALITY = 92;
/** The longest edge of a WebP. */
const WEBP_EDGE_MAX = 16_383;
/**
 * Pixels that are decoded of each format: what fits into the memory of the process, at 8 bytes for each pixel of a GIF, 10
 * of HEIC, 6 of BMP and 30 of AVIF and JPEG XL, as measured.
 */
const PIXELS_MAX: Record<ConvertedFormat, number> = {
  tiff: FILE_PIXELS_MAX,
  gif: 67_000_000,
  avif: 24_500_000,
  heic: 53_000_000,
  bmp: 89_000_000,
  jxl: 24_500_000,
};

/**
 * A copy of the file's first image that every browser shows, of the same size and upright: JPEG for a photograph, WebP
 * with transparency, PNG for GIF and BMP.
 * @param carried What the copy says of itself.
 * @throws ImageFault
 */
export async function convertImage(
  bytes: Buffer,
  format: ConvertedFormat,
  carried: Carried,
): Promise<Buffer> {
  const { image, hasAlpha, width, height } = await openImage(bytes, format);
  const isDrawing = format === 'gif' || format === 'bmp';
  const form = { isDrawing, hasAlpha, width, height, xmp: carried.xmp && textOf(carried.xmp) };
  const made = await encoded(image, form).catch(unreadable);
  const profile = format === 'heic' || format === 'avif' ? await profileSegment(bytes, format) : undefined;
  const file =
    imageFormatOf(made) === 'jpeg'
      ? jpegWithSegments(
          made,
          Buffer.concat([...(profile === undefined ? [] : [profile]), segmentsOf(carried)]),
        )
      : made;
  if (file.byteLength > FILE_BYTES_MAX)
    throw new ImageFault('image_too_large', `its converted copy is larger than ${FILE_BYTES_MAX} bytes`);
  return file;
}

const textOf = (packet: Buffer): string => packet.toString(isUtf8(packet) ? 'utf8' : 'latin1');

const APP2 = 0xe2;
/** Name, number of this segment and number of segments (ICC.1, annex B.4). */
const PROFILE_HEAD = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
/** One JPEG segment holds it; a display's profile is much smaller. */
const PROFILE_BYTES_MAX = 65_000;

/**
 * The decoder of HEIC gives the numbers of the file; a profile in it says which colours they are. That of AVIF reads profiles itself.
 * Neither reads colours that the file declares by number, without which they are those of sRGB.
 */
async function profileSegment(file: Buffer, format: 'heic' | 'avif'): Promise<Buffer | undefined> {
  const { icc: own } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ icc: undefined }));
  if (own !== undefined && format === 'avif') return undefined;
  const declared = declaredColours(file);
  const icc = own ?? (declared && rgbProfile(declared.primaries, declared.transfer));
  if (icc === undefined || icc.length > PROFILE_BYTES_MAX) return undefined;
  return jpegSegment(APP2, Buffer.concat([PROFILE_HEAD, icc]));
}

interface OpenImage {
  image: Sharp;
  hasAlpha: boolean;
  width: number;
  height: number;
}

async function openImage(bytes: Buffer, format: ConvertedFormat): Promise<OpenImage> {
  if (format === 'heic' || format === 'jxl' || format === 'bmp') {
    const decoded = await decodeForeign(bytes, format, PIXELS_MAX[format]).catch(unreadable);
    if ('png' in decoded) return openWithVips(Buffer.from(decoded.png), FILE_PIXELS_MAX);
    const { width, height, rgba, isOpaque } = decoded;
    const image = sharp(rgba, { raw: { width, height, channels: 4 }, limitInputPixels: FILE_PIXELS_MAX });
    return { image: isOpaque ? image.removeAlpha() : image, hasAlpha: !isOpaque, width, height };
  }
  return openWithVips(bytes, PIXELS_MAX[format], format === 'tiff' ? pictureIn(bytes) : 0);
}

function pictureIn(tiff: Buffer): number {
  try {
    return firstPicture(tiff);
  } catch (error) {
    return unreadable(error);
  }
}

async function openWithVips(bytes: Buffer, pixelsMax: number, page = 0): Promise<OpenImage> {
  const first = { failOn: 'error', pages: 1, page } as const;
  // The size alone is read here, so that one that is too large can be named.
  const metadata = await sharp(bytes, { ...first, limitInputPixels: false })
    .metadata()
    .catch(unreadable);
  checkSize(metadata, pixelsMax);
  return { ...metadata, image: sharp(bytes, { ...first, limitInputPixels: pixelsMax }).autoOrient() };
}

/** What its process can hold. */
const TURNED_BYTES_MAX = 512 * 1024 * 1024;

function checkSize({ width, height, orientation = 1 }: Metadata, pixelsMax: number): void {
  if (width * height > pixelsMax)
    throw new ImageFault(
      'image_too_many_pixels',
      `the image has ${width} × ${height} pixels, and ${pixelsMax} can be decoded`,
    );
  // Turning an image takes all of its pixels at once.
  if (orientation > 1 && width * height * 4 > TURNED_BYTES_MAX)
    throw new ImageFault(
      'image_too_many_pixels',
      `the image has ${width} × ${height} pixels and is stored on its side: it is too large to turn`,
    );
}

interface CopyForm {
  isDrawing: boolean;
  hasAlpha: boolean;
  width: number;
  height: number;
  xmp: string | undefined;
}

/** A larger JPEG gets no Huffman tables of its own, because libjpeg holds the whole image for them. */
const TABLED_PIXELS_MAX = 50_000_000;

function encoded(image: Sharp, { isDrawing, hasAlpha, width, height, xmp }: CopyForm): Promise<Buffer> {
  const optimiseCoding = width * height <= TABLED_PIXELS_MAX;
  // Into a JPEG, libvips writes no packet of more than 60 kB.
  if (!isDrawing && !hasAlpha)
    return image.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding }).toBuffer();
  const marked = xmp === undefined ? image : image.withXmp(xmp);
  return isDrawing || Math.max(width, height) > WEBP_EDGE_MAX
    ? marked.png().toBuffer()
    : marked.webp({ quality: QUALITY }).toBuffer();
}

function unreadable(error: unknown): never {
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  throw new ImageFault('image_unreadable', `the image cannot be read: ${reason}`, { cause: error });
}
