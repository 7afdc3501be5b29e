import { invalid, type AppError } from '@imagesearch/service-kit/errors';
import { imageFormatOf, type ImageFormat } from './format.js';
import {
  PARTS_MAX,
  partsOf,
  REST,
  SCAN,
  type ImagePart,
  sizeIn,
  type ImageSize,
  jpegSegment,
  pngChunk,
  webpChunk,
} from './parts.js';
import { readTiffDirectory, tiffOf } from './metadata/tiff.js';

/** Why a file is refused, by the types of the public contract. */
export type ImageFaultKind =
  'image_format' | 'image_unreadable' | 'image_too_complex' | 'image_too_many_pixels' | 'image_too_large';

/** What is wrong with a file of an image; its message is a clause for the person who gave the file. */
export class ImageFault extends Error {
  readonly kind: ImageFaultKind;

  constructor(kind: ImageFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageFault';
    this.kind = kind;
  }
}

interface DecodableImage {
  /** The file without parts that do not affect its pixels; the same buffer when there are none. */
  bytes: Buffer;
  /** Pixels as displayed, after EXIF orientation. Undefined for an implausible file, which must not be decoded. */
  size: ImageSize | undefined;
  /** Passes over the whole image that a JPEG asks for, counted up to `SCANS_MAX` and one more; 0 in another format. */
  scans: number;
}

/** Encoders write about ten. A scan costs 38 bytes of file and milliseconds of decoding, so thousands are an attack. */
export const SCANS_MAX = 100;

/**
 * Walks a JPEG as far as the scan that is one too many. Whoever passes an image on asks first, since refusing it here costs
 * less than carrying it.
 * @throws AppError `invalid_request` on `image`
 */
export function requireFewScans(file: Buffer): void {
  if (imageFormatOf(file) !== 'jpeg') return;
  let scans = 0;
  for (const { kind } of partsOf(file, 'jpeg')) {
    if (kind === SCAN) scans += 1;
    if (scans > SCANS_MAX) throw tooManyScans();
  }
}

export function tooManyScans(): AppError {
  return invalid({
    loc: ['image'],
    msg: `The image has more than ${SCANS_MAX} scans.`,
    type: 'image_too_complex',
    ctx: { scans_max: SCANS_MAX },
  });
}

/**
 * Removes texts, XMP, thumbnails and unknown parts before a decoder inflates them, and reduces EXIF to its orientation: 65 KB
 * of EXIF can keep a decoder busy for six seconds. Pixels and colour profile stay the same.
 */
export function decodableImage(file: Uint8Array, format: ImageFormat): DecodableImage {
  const bytes = Buffer.isBuffer(file) ? file : Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const parts: ImagePart[] = [];
  let scans = 0;
  for (const part of partsOf(bytes, format)) {
    if (part.kind === SCAN) scans += 1;
    if (parts.length === PARTS_MAX || scans > SCANS_MAX) return { bytes, size: undefined, scans };
    parts.push(part);
  }
  const head = bytes.subarray(0, parts[0]?.start ?? bytes.length);
  const { kept, orientation } = keep(bytes, format, parts);
  const size = sizeIn(bytes, format, parts);
  return {
    bytes: assembled(bytes, format, head, kept),
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
  exifPart: (exif: Buffer) => Buffer;
}

/** Needed by a PNG decoder in addition to the critical chunks, whose names start with a capital. */
const PNG_COLOUR = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'iCCP']);
const WEBP_PIXELS = new Set([REST, 'VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);
/** APP0 to APP15 and comments. */
const JPEG_METADATA = /^(?:e[0-9a-f]|fe)$/;
/** The metadata segments that affect colours, with the prefix of their data. */
const JPEG_COLOUR: Readonly<Record<string, string>> = { e0: 'JFIF\0', e2: 'ICC_PROFILE\0', ee: 'Adobe' };
const JPEG_EXIF_MARKER = 0xe1;

const NEEDS: Record<ImageFormat, Needs> = {
  jpeg: {
    needs: (kind, data) => {
      const prefix = JPEG_COLOUR[kind];
      return !JPEG_METADATA.test(kind) || (prefix !== undefined && beginsWith(data, prefix));
    },
    isMetadata: (kind) => JPEG_METADATA.test(kind),
    pixels: SCAN,
    exif: 'e1',
    exifPart: (exif) => jpegSegment(JPEG_EXIF_MARKER, exif),
  },
  png: {
    needs: (kind, _, isFirst) => kind === REST || /^[A-Z]/.test(kind) || (isFirst && PNG_COLOUR.has(kind)),
    isMetadata: (kind) => kind === 'eXIf',
    pixels: 'IDAT',
    exif: 'eXIf',
    exifPart: (exif) => pngChunk('eXIf', exif),
  },
  webp: {
    needs: (kind, _, isFirst) => WEBP_PIXELS.has(kind) || (isFirst && kind === 'ICCP'),
    isMetadata: () => false,
    pixels: undefined,
    exif: 'EXIF',
    exifPart: (exif) => webpChunk('EXIF', exif),
  },
};

function keep(bytes: Buffer, format: ImageFormat, parts: readonly ImagePart[]) {
  const { needs, isMetadata, pixels, exif, exifPart } = NEEDS[format];
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
      if (orientation > 1) kept.push(exifPart(exifOf(orientation, data)));
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
