import {
  FILE_BYTES_MAX,
  FILE_PIXELS_MAX,
  METADATA_LIMITS,
  QUERY_IMAGE_BYTES_MAX,
} from '@imagesearch/facets/limits';
import { AppError } from '@imagesearch/service-kit/errors';
import { exifPart } from './edit/edit.js';
import { fileFormatOf, imageFormatOf, type ImageFormat } from './format.js';
import { readTiffDirectory, tiffOf } from './metadata/tiff.js';
import {
  partsOf,
  REST,
  SCAN,
  SCANS_MAX,
  sizeIn,
  walk,
  type ImagePart,
  type ImageSize,
  type WalkedFile,
} from './parts.js';

/** Why a file is refused, by the types of the public contract. */
export type ImageFaultKind =
  'image_format' | 'image_unreadable' | 'image_too_complex' | 'image_too_many_pixels' | 'image_too_large';

/** What is wrong with a file of an image; its message is a clause for the person who gave the file. */
export class ImageFault extends Error {
  readonly kind: ImageFaultKind;
  /** The bound that the file breaks, by its name in the contract. */
  readonly ctx: Readonly<Record<string, number>>;

  constructor(kind: ImageFaultKind, message: string, { ctx = {}, ...options }: FaultOptions = {}) {
    super(message, options);
    this.name = 'ImageFault';
    this.kind = kind;
    this.ctx = ctx;
  }
}

interface FaultOptions extends ErrorOptions {
  ctx?: Readonly<Record<string, number>>;
}

/** The fault as one of a request, at this place of it. */
export function asRequestFault(fault: ImageFault, loc: readonly string[]): AppError {
  const { kind, message, ctx } = fault;
  const msg = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const issue = { loc: [...loc], msg, type: kind, ...(Object.keys(ctx).length > 0 && { ctx: { ...ctx } }) };
  return new AppError('invalid_request', msg, { issues: [issue], cause: fault });
}

/** Of a larger image only a smaller copy lies in memory. */
export const WHOLE_PIXELS_MAX = 24_500_000;

/** `query`: an image that is searched by. `stored`: one of a collection. */
export type ImageUse = 'query' | 'stored';

/** Rows of an image that is longer than a JPEG can be take seconds per million. */
const QUERY_EDGE_PX_MAX = 65_535;
const BOUNDS: Record<ImageUse, { bytesMax: number; pixelsMax: number; edgePxMax: number; formats: string }> =
  {
    query: {
      bytesMax: QUERY_IMAGE_BYTES_MAX,
      pixelsMax: 20_000_000,
      edgePxMax: QUERY_EDGE_PX_MAX,
      formats: 'the image is not a JPEG, PNG or WebP file',
    },
    stored: {
      bytesMax: FILE_BYTES_MAX,
      pixelsMax: FILE_PIXELS_MAX,
      edgePxMax: METADATA_LIMITS.edgePxMax,
      formats: 'the file is no JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL image',
    },
  };

/** What a decoder may see of an image that is accepted. */
export interface AcceptedImage extends ImageSize {
  format: ImageFormat;
  /** The file without what its pixels do not need; width and height are as displayed. */
  bytes: Buffer;
}

/**
 * The one rule for what is decoded: format, bytes, scans, pixels and edges.
 * @param walked The file, where its parts are known already.
 * @throws ImageFault for every fault that shows before the image is decoded.
 */
export function accept(file: Uint8Array, use: ImageUse, walked?: WalkedFile): AcceptedImage {
  const { bytesMax, pixelsMax, edgePxMax, formats } = BOUNDS[use];
  if (file.byteLength > bytesMax)
    throw new ImageFault('image_too_large', `the image has more than ${bytesMax} bytes`, {
      ctx: { bytes_max: bytesMax },
    });
  const format = imageFormatOf(file);
  if (format === undefined)
    throw new ImageFault('image_format', file.byteLength === 0 ? 'the file is empty' : formats);
  const { bytes, size, scans } = decodableImage(walked ?? walk(file, format));
  if (scans > SCANS_MAX) throw tooManyScans();
  if (size === undefined) throw damaged();
  const { width, height } = size;
  const has = `the image has ${width} × ${height} pixels`;
  if (width * height > pixelsMax)
    throw new ImageFault('image_too_many_pixels', `${has}, more than ${pixelsMax}`, {
      ctx: { pixels_max: pixelsMax },
    });
  if (Math.max(width, height) > edgePxMax)
    throw new ImageFault('image_too_many_pixels', `${has}, and an edge has ${edgePxMax} at most`, {
      ctx: { edge_px_max: edgePxMax },
    });
  return { format, width, height, bytes };
}

/** Why a file is no image of a collection; undefined for one that may be. */
export function faultOfFile(bytes: Buffer): ImageFault | undefined {
  if (bytes.length === 0) return new ImageFault('image_format', 'the file is empty');
  return fileFormatOf(bytes) === undefined
    ? new ImageFault('image_format', BOUNDS.stored.formats)
    : undefined;
}

/** @throws ImageFault */
export function requireImage(bytes: Buffer): void {
  const fault = faultOfFile(bytes);
  if (fault !== undefined) throw fault;
}

export const damaged = (options?: ErrorOptions): ImageFault =>
  new ImageFault('image_unreadable', 'the image cannot be read: it is damaged or cut off', options);

const tooManyScans = (): ImageFault =>
  new ImageFault('image_too_complex', `the image has more than ${SCANS_MAX} scans`, {
    ctx: { scans_max: SCANS_MAX },
  });

/**
 * Walks a JPEG as far as the scan that is one too many. Whoever passes an image on asks first, since refusing it here costs
 * less than carrying it.
 * @throws ImageFault
 */
export function requireFewScans(file: Buffer): void {
  if (imageFormatOf(file) !== 'jpeg') return;
  let scans = 0;
  for (const { kind } of partsOf(file, 'jpeg')) {
    if (kind === SCAN) scans += 1;
    if (scans > SCANS_MAX) throw tooManyScans();
  }
}

interface DecodableImage extends Pick<WalkedFile, 'scans'> {
  /** The file without parts that do not affect its pixels; the same buffer when there are none. */
  bytes: Buffer;
  /** Pixels as displayed, after EXIF orientation. Undefined for an implausible file, which must not be decoded. */
  size: ImageSize | undefined;
}

/**
 * Removes texts, XMP, thumbnails and unknown parts before a decoder inflates them, and reduces EXIF to its orientation: 65 KB
 * of EXIF can keep a decoder busy for six seconds. Pixels and colour profile stay the same.
 */
export function decodableImage({ file, format, parts, scans, isCutShort }: WalkedFile): DecodableImage {
  if (isCutShort) return { bytes: file, size: undefined, scans };
  const head = file.subarray(0, parts[0]?.start ?? file.length);
  const { kept, orientation } = keep(file, format, parts);
  const size = sizeIn(file, format, parts);
  return {
    bytes: assembled(file, format, head, kept),
    size: size && orientation >= 5 ? { width: size.height, height: size.width } : size,
    scans,
  };
}

/** What a decoder needs of the parts of a format. */
interface Needs {
  /** A second part of a kind may be invalid, but a decoder may inflate it before it notices. */
  needs: (kind: string, data: Buffer, isFirst: boolean) => boolean;
  /** What decoders no longer read once the pixels have begun, and the kind with which they do; in a WebP all may follow. */
  isMetadata: (kind: string) => boolean;
  pixels: string | undefined;
  exif: string;
}

/** Needed by a PNG decoder in addition to the critical chunks, whose names start with a capital. */
const PNG_COLOUR = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'iCCP']);
const WEBP_PIXELS = new Set([REST, 'VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);
/** APP0 to APP15 and comments. */
const JPEG_METADATA = /^(?:e[0-9a-f]|fe)$/;
/** The metadata segments that affect colours, with the prefix of their data. */
const JPEG_COLOUR: Readonly<Record<string, string>> = { e0: 'JFIF\0', e2: 'ICC_PROFILE\0', ee: 'Adobe' };

const NEEDS: Record<ImageFormat, Needs> = {
  jpeg: {
    needs: (kind, data) => {
      const prefix = JPEG_COLOUR[kind];
      return !JPEG_METADATA.test(kind) || (prefix !== undefined && beginsWith(data, prefix));
    },
    isMetadata: (kind) => JPEG_METADATA.test(kind),
    pixels: SCAN,
    exif: 'e1',
  },
  png: {
    needs: (kind, _, isFirst) => kind === REST || /^[A-Z]/.test(kind) || (isFirst && PNG_COLOUR.has(kind)),
    isMetadata: (kind) => kind === 'eXIf',
    pixels: 'IDAT',
    exif: 'eXIf',
  },
  webp: {
    needs: (kind, _, isFirst) => WEBP_PIXELS.has(kind) || (isFirst && kind === 'ICCP'),
    isMetadata: () => false,
    pixels: undefined,
    exif: 'EXIF',
  },
};

function keep(bytes: Buffer, format: ImageFormat, parts: readonly ImagePart[]) {
  const { needs, isMetadata, pixels, exif } = NEEDS[format];
  const kept: Buffer[] = [];
  const seen = new Set<string>();
  let orientation = isExifRead(bytes, format, parts) ? undefined : 1;
  let isInPixels = false;
  for (const part of parts) {
    const { kind, start, end } = part;
    const data = dataOf(bytes, part);
    isInPixels ||= kind === pixels;
    if (isInPixels && isMetadata(kind)) continue;
    if (needs(kind, data, !seen.has(kind))) kept.push(bytes.subarray(start, end));
    // In a JPEG the same kind of part also holds XMP.
    if (kind === exif && orientation === undefined && (format !== 'jpeg' || beginsWith(data, 'Exif'))) {
      orientation = orientationIn(data);
      if (orientation > 1) kept.push(exifPart(format, exifOf(orientation, data)));
    }
    seen.add(kind);
  }
  return { kept, orientation: orientation ?? 1 };
}

/** In the first byte of `VP8X`. */
const WEBP_EXIF_FLAG = 0x08;

/** Decoders read the EXIF of a WebP only where its header announces it. */
function isExifRead(bytes: Buffer, format: ImageFormat, [first]: readonly ImagePart[]): boolean {
  if (format !== 'webp') return true;
  return first?.kind === 'VP8X' && ((bytes[first.dataStart] ?? 0) & WEBP_EXIF_FLAG) !== 0;
}

const beginsWith = (data: Buffer, text: string): boolean => data.toString('latin1', 0, text.length) === text;

const dataOf = (bytes: Buffer, { dataStart, dataEnd }: ImagePart): Buffer =>
  bytes.subarray(dataStart, dataEnd);

function assembled(bytes: Buffer, format: ImageFormat, head: Buffer, kept: Buffer[]): Buffer {
  const keptBytes = kept.reduce((sum, { length }) => sum + length, head.length);
  const isWhole = keptBytes === bytes.length && kept.every(({ buffer }) => buffer === bytes.buffer);
  if (isWhole) return bytes;
  const copy = Buffer.concat([head, ...kept], keptBytes);
  if (format === 'webp') shortenRiff(copy, bytes);
  return copy;
}

const RIFF_LENGTH_AT = 4;
const RIFF_HEAD_BYTES = 8;

/** Adjusts the container's length. A length beyond the file's end stays beyond it, so the decoder still refuses the file. */
function shortenRiff(copy: Buffer, original: Buffer): void {
  const declared = RIFF_HEAD_BYTES + original.readUInt32LE(RIFF_LENGTH_AT);
  const missing = Math.max(0, declared - original.length);
  copy.writeUInt32LE(Math.min(0xffffffff, copy.length - RIFF_HEAD_BYTES + missing), RIFF_LENGTH_AT);
}

const ORIENTATION = 0x0112;

/** EXIF orientation, 1 to 8 (EXIF 2.3, tag 0x0112); 1 when the block has none. */
function orientationIn(exif: Buffer): number {
  const directory = readTiffDirectory(tiffOf(exif));
  const [value = 1, ...others] = directory?.numbers(ORIENTATION) ?? [];
  return value >= 1 && value <= 8 && others.length === 0 ? value : 1;
}

/** An EXIF block with this orientation only; it has a prefix when `like` has one. */
function exifOf(orientation: number, like: Buffer): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return Buffer.concat([like.subarray(0, like.length - tiffOf(like).length), tiff]);
}
