import { crc32 } from 'node:zlib';
import type { ImageFormat } from './format.js';
import type { ReadPacket } from './metadata/xmp-parts.js';

/** A chunk (PNG, WebP) or a segment (JPEG) of an image file: `[start, end)` with its frame, `[dataStart, dataEnd)` without. */
export interface ImagePart {
  /** A PNG or WebP chunk's own name, a JPEG marker as two hexadecimal digits, or `rest`. */
  kind: string;
  start: number;
  dataStart: number;
  dataEnd: number;
  end: number;
}

/** Kind of the last part when it is the end of a JPEG, or malformed. */
export const REST = 'rest';

/** Far more than any encoder writes; a file with more parts is an attack. */
export const PARTS_MAX = 100_000;

/** Encoders write about ten. A scan costs 38 bytes of file and milliseconds of decoding, so thousands are an attack. */
export const SCANS_MAX = 100;

/** A file whose parts are known, so that nothing walks it again. */
export interface WalkedFile {
  file: Buffer;
  format: ImageFormat;
  parts: readonly ImagePart[];
  /** Passes over the whole image that a JPEG asks for, counted up to `SCANS_MAX` and one more; 0 in another format. */
  scans: number;
  /** The XMP packets that have been read, by their part. */
  packets: Map<ImagePart, ReadPacket>;
  /** There are more parts or scans than any encoder writes, and the walk ended there. */
  isCutShort: boolean;
}

/** The first bytes must already be known to have this format. */
export function walk(bytes: Uint8Array, format: ImageFormat): WalkedFile {
  const file = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: ImagePart[] = [];
  let scans = 0;
  for (const part of partsOf(file, format)) {
    if (part.kind === SCAN) scans += 1;
    if (parts.length === PARTS_MAX || scans > SCANS_MAX)
      return { file, format, parts, scans, packets: new Map(), isCutShort: true };
    parts.push(part);
  }
  return { file, format, parts, scans, packets: new Map(), isCutShort: false };
}

/** One pass that reads only headers. The first bytes must already be known to have this format. */
export function partsOf(bytes: Buffer, format: ImageFormat): Generator<ImagePart> {
  return WALKS[format](bytes);
}

const WALKS: Record<ImageFormat, (bytes: Buffer) => Generator<ImagePart>> = {
  jpeg: jpegParts,
  png: pngParts,
  webp: webpParts,
};

const PNG_SIGNATURE_BYTES = 8;
const PNG_LENGTH_BYTES = 4;
const PNG_HEAD_BYTES = 8;
const PNG_CHECKSUM_BYTES = 4;

function* pngParts(bytes: Buffer): Generator<ImagePart> {
  let start = PNG_SIGNATURE_BYTES;
  while (start + PNG_HEAD_BYTES <= bytes.length) {
    const dataStart = start + PNG_HEAD_BYTES;
    const dataEnd = dataStart + bytes.readUInt32BE(start);
    const end = dataEnd + PNG_CHECKSUM_BYTES;
    if (end > bytes.length) break;
    const kind = bytes.toString('latin1', start + PNG_LENGTH_BYTES, dataStart);
    yield { kind, start, dataStart, dataEnd, end };
    if (kind === 'IEND') return;
    start = end;
  }
  if (start < bytes.length) yield rest(start, bytes.length);
}

/** `RIFF`, the length of what follows, `WEBP`. */
const RIFF_HEAD_BYTES = 12;
const RIFF_LENGTH_AT = 4;
const RIFF_CHUNK_HEAD_BYTES = 8;

function* webpParts(bytes: Buffer): Generator<ImagePart> {
  const fileEnd = Math.min(bytes.length, RIFF_CHUNK_HEAD_BYTES + bytes.readUInt32LE(RIFF_LENGTH_AT));
  let start = RIFF_HEAD_BYTES;
  while (start + RIFF_CHUNK_HEAD_BYTES <= fileEnd) {
    const dataStart = start + RIFF_CHUNK_HEAD_BYTES;
    const length = bytes.readUInt32LE(start + 4);
    const dataEnd = dataStart + length;
    if (dataEnd > fileEnd) break;
    // A chunk of odd length is followed by one byte of padding.
    const end = Math.min(dataEnd + (length % 2), fileEnd);
    yield { kind: bytes.toString('latin1', start, start + 4), start, dataStart, dataEnd, end };
    start = end;
  }
  if (start < fileEnd) yield rest(start, fileEnd);
}

const JPEG_START_BYTES = 2;
const MARKER = 0xff;
/** Kind of a JPEG scan: its header and the pixel data behind it. */
export const SCAN = 'da';

function* jpegParts(bytes: Buffer): Generator<ImagePart> {
  let at = JPEG_START_BYTES;
  for (;;) {
    const marker = nextMarker(bytes, at);
    const code = bytes[marker ?? bytes.length] ?? 0;
    if (marker === undefined || ENDS_JPEG.has(code)) {
      yield rest(marker === undefined ? at : marker - 1, bytes.length);
      return;
    }
    const start = marker - 1;
    const dataStart = HAS_NO_LENGTH(code) ? marker + 1 : marker + 3;
    const dataEnd = HAS_NO_LENGTH(code) ? dataStart : marker + 1 + lengthAt(bytes, marker + 1);
    if (dataEnd > bytes.length) {
      yield rest(start, bytes.length);
      return;
    }
    const kind = code.toString(16).padStart(2, '0');
    const end = kind === SCAN ? scanEnd(bytes, dataEnd) : dataEnd;
    yield { kind, start, dataStart, dataEnd, end };
    at = end;
  }
}

/** A second start and the end of the image. */
const ENDS_JPEG: ReadonlySet<number> = new Set([0xd8, 0xd9]);

const IS_RESTART = (code: number): boolean => code >= 0xd0 && code <= 0xd7;

/** Restarts, and the marker for private use in arithmetic coding. */
const HAS_NO_LENGTH = (code: number): boolean => IS_RESTART(code) || code === 0x01;

/** Where the pixel data of a scan ends: before any marker but a restart. In pixel data a zero follows a marker's byte. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(MARKER, from); at !== -1; at = bytes.indexOf(MARKER, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== MARKER && !IS_RESTART(code)) return at;
  }
  return bytes.length;
}

/** A length includes its own two bytes; decoders treat a smaller one as 2. */
const lengthAt = (bytes: Buffer, at: number): number => (at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0);

/** Position of the next marker's code. Like decoders, it skips stray bytes and fill bytes. */
function nextMarker(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(MARKER, from); at !== -1; at = bytes.indexOf(MARKER, at)) {
    while (bytes[at] === MARKER) at += 1;
    if (at >= bytes.length) return undefined;
    if (bytes[at] !== 0) return at;
  }
  return undefined;
}

const rest = (start: number, end: number): ImagePart => ({
  kind: REST,
  start,
  dataStart: start,
  dataEnd: end,
  end,
});

export interface ImageSize {
  width: number;
  height: number;
}

/**
 * What the header of a file declares, in pixels, before EXIF orientation. Undefined for a file without a header, and for an
 * image without pixels.
 */
export function sizeIn(
  bytes: Buffer,
  format: ImageFormat,
  parts: readonly ImagePart[],
): ImageSize | undefined {
  const { header, bytesMin, read } = HEADERS[format];
  const part = parts.find(({ kind }) => header.test(kind));
  if (part === undefined) return undefined;
  const data = bytes.subarray(part.dataStart, part.dataEnd);
  if (data.length < (bytesMin[part.kind] ?? HEADER_BYTES_MIN)) return undefined;
  const size = read(data, part.kind);
  return size.width === 0 || size.height === 0 ? undefined : size;
}

/** The same by the first header of a file; nothing behind it is walked. */
export function sizeAtHead(file: Buffer, format: ImageFormat): ImageSize | undefined {
  for (const part of partsOf(file, format))
    if (HEADERS[format].header.test(part.kind)) return sizeIn(file, format, [part]);
  return undefined;
}

/** No header that declares a size is shorter. */
const HEADER_BYTES_MIN = 6;

interface Header {
  /** Kind of the part that declares the size. */
  header: RegExp;
  /** How long it is at least, where that is longer. */
  bytesMin: Readonly<Record<string, number>>;
  read: (data: Buffer, kind: string) => ImageSize;
}

const HEADERS: Record<ImageFormat, Header> = {
  jpeg: {
    // Frame headers (SOF): all of 0xC0 to 0xCF but tables (DHT, DAC) and the reserved one.
    header: /^c(?![48c])/,
    bytesMin: {},
    read: (data) => ({ width: data.readUInt16BE(3), height: data.readUInt16BE(1) }),
  },
  png: {
    header: /^IHDR$/,
    bytesMin: { IHDR: 8 },
    read: (data) => ({ width: data.readUInt32BE(0), height: data.readUInt32BE(4) }),
  },
  webp: { header: /^VP8[X L]$/, bytesMin: { VP8X: 10, 'VP8 ': 10 }, read: readWebp },
};

function readWebp(data: Buffer, kind: string): ImageSize {
  // Canvas of an extended file: two numbers of 24 bits, less one.
  if (kind === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
  if (kind === 'VP8L') {
    // A signature byte, then two numbers of 14 bits, less one.
    const packed = data.readUInt32LE(1);
    return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
  }
  // A frame tag and a start code, then two numbers of 14 bits, each under a scale of 2.
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** A PNG chunk with its length and checksum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(kind, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** A chunk of a WebP file; one of odd length is followed by a byte of padding. */
export function webpChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A segment of a JPEG file, of at most 65,533 bytes of data. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + data.length, 2);
  return Buffer.concat([head, data]);
}
