import type { ImageFormat } from './image-format.js';
import { SCAN, type ImagePart } from './image-parts.js';

export interface ImageSize {
  width: number;
  height: number;
}

/** What the header of a file declares. */
export interface ImageHeader {
  /** In pixels, before EXIF orientation. */
  size: ImageSize;
  /**
   * Memory in bytes that a decoder needs at once. A baseline JPEG and a plain PNG come row by row (0 bytes). A JPEG of several
   * scans, an interlaced PNG and a WebP are held whole.
   */
  decoderBytes: number;
}

/** What a process spends on one decoder at most: a progressive JPEG of 89 megapixels, a WebP of 134. */
export const DECODER_BYTES_MAX = 512 * 1024 * 1024;

/** Undefined for a file without a header, and for an image without pixels. */
export function headerIn(
  bytes: Buffer,
  format: ImageFormat,
  parts: readonly ImagePart[],
): ImageHeader | undefined {
  const { header, bytesMin, read } = HEADERS[format];
  const part = parts.find(({ kind }) => header.test(kind));
  if (part === undefined) return undefined;
  const data = bytes.subarray(part.dataStart, part.dataEnd);
  if (data.length < (bytesMin[part.kind] ?? HEADER_BYTES_MIN)) return undefined;
  const { width, height, held } = read(data, part.kind, () => firstScan(bytes, parts));
  if (width === 0 || height === 0) return undefined;
  return { size: { width, height }, decoderBytes: Math.ceil(width * height * held) };
}

/** No header that declares a size is shorter. */
const HEADER_BYTES_MIN = 6;

interface Header {
  /** Kind of the part that declares the size. */
  header: RegExp;
  /** How long it is at least, where that is longer. */
  bytesMin: Readonly<Record<string, number>>;
  /** @returns the size, and the bytes of each pixel that a decoder holds. */
  read: (data: Buffer, kind: string, scan: () => Buffer | undefined) => ImageSize & { held: number };
}

const HEADERS: Record<ImageFormat, Header> = {
  // Frame headers (SOF): all of 0xC0 to 0xCF but tables (DHT, DAC) and the reserved one.
  jpeg: { header: /^c(?![48c])/, bytesMin: {}, read: readJpeg },
  png: { header: /^IHDR$/, bytesMin: { IHDR: 8 }, read: readPng },
  webp: { header: /^VP8[X L]$/, bytesMin: { VP8X: 10, 'VP8 ': 10 }, read: readWebp },
};

const PROGRESSIVE: ReadonlySet<string> = new Set(['c2', 'c6', 'ca', 'ce']);
/** A DCT coefficient. */
const COEFFICIENT_BYTES = 2;
const COMPONENTS_AT = 5;
const COMPONENT_BYTES = 3;
/** Marker and length before the number of components in a scan header. */
const SCAN_COMPONENTS_AT = 4;

function firstScan(bytes: Buffer, parts: readonly ImagePart[]): Buffer | undefined {
  const scan = parts.find(({ kind }) => kind === SCAN);
  return scan && bytes.subarray(scan.start, scan.end);
}

function readJpeg(data: Buffer, kind: string, scan: () => Buffer | undefined) {
  const size = { width: data.readUInt16BE(3), height: data.readUInt16BE(1) };
  const components = data[COMPONENTS_AT] ?? 0;
  const first = scan();
  const isOneScan = first?.[SCAN_COMPONENTS_AT] === components;
  if (first === undefined || (isOneScan && !PROGRESSIVE.has(kind))) return { ...size, held: 0 };
  const samples = Array.from({ length: components }, (_, at) => {
    const factors = data[COMPONENTS_AT + 2 + at * COMPONENT_BYTES] ?? 0x11;
    return { across: factors >> 4, down: factors & 0x0f };
  });
  const across = Math.max(1, ...samples.map((sample) => sample.across));
  const down = Math.max(1, ...samples.map((sample) => sample.down));
  const share = samples.reduce((sum, sample) => sum + (sample.across * sample.down) / (across * down), 0);
  return { ...size, held: share * COEFFICIENT_BYTES };
}

const PNG_DEPTH_AT = 8;
const PNG_COLOUR_AT = 9;
const PNG_INTERLACE_AT = 12;
/** By colour type; a palette is expanded to RGBA. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

function readPng(data: Buffer) {
  const size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
  if (data[PNG_INTERLACE_AT] !== 1) return { ...size, held: 0 };
  const channels = PNG_CHANNELS[data[PNG_COLOUR_AT] ?? 6] ?? 4;
  return { ...size, held: channels * ((data[PNG_DEPTH_AT] ?? 8) > 8 ? 2 : 1) };
}

function readWebp(data: Buffer, kind: string) {
  const held = 4;
  // Canvas of an extended file: two numbers of 24 bits, less one.
  if (kind === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3), held };
  if (kind === 'VP8L') {
    // A signature byte, then two numbers of 14 bits, less one.
    const packed = data.readUInt32LE(1);
    return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff), held };
  }
  // A frame tag and a start code, then two numbers of 14 bits, each under a scale of 2.
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff, held };
}
