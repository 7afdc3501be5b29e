import type { ImageFormat } from './image-format.js';
import type { ImagePart } from './image-parts.js';

export interface ImageSize {
  width: number;
  height: number;
}

/** The size in the file's header, in pixels before EXIF orientation; undefined when there is none. */
export function sizeIn(
  bytes: Buffer,
  format: ImageFormat,
  parts: readonly ImagePart[],
): ImageSize | undefined {
  const { header, read } = HEADERS[format];
  const part = parts.find(({ kind }) => header.test(kind));
  if (part === undefined) return undefined;
  const data = bytes.subarray(part.dataStart, part.dataEnd);
  if (data.length < HEADER_BYTES_MIN) return undefined;
  const size = read(data, part.kind);
  return size.width > 0 && size.height > 0 ? size : undefined;
}

/** No header that declares a size is shorter. */
const HEADER_BYTES_MIN = 6;

interface Header {
  /** Kind of the part that declares the size. */
  header: RegExp;
  read: (data: Buffer, kind: string) => ImageSize;
}

const HEADERS: Record<ImageFormat, Header> = {
  // Frame headers (SOF): all of 0xC0 to 0xCF but tables (DHT, DAC) and the reserved one.
  jpeg: {
    header: /^c(?![48c])/,
    read: (data) => ({ width: data.readUInt16BE(3), height: data.readUInt16BE(1) }),
  },
  png: { header: /^IHDR$/, read: readPngSize },
  webp: { header: /^VP8[X L]$/, read: readWebpSize },
};

function readPngSize(data: Buffer): ImageSize {
  return data.length < 8 ? NO_SIZE : { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
}

function readWebpSize(data: Buffer, kind: string): ImageSize {
  // Canvas of an extended file: two numbers of 24 bits, less one.
  if (kind === 'VP8X')
    return data.length < 10
      ? NO_SIZE
      : { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
  if (kind === 'VP8L') {
    // A signature byte, then two numbers of 14 bits, less one.
    const packed = data.readUInt32LE(1);
    return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
  }
  // A frame tag and a start code, then two numbers of 14 bits, each under a scale of 2.
  return data.length < 10
    ? NO_SIZE
    : { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

const NO_SIZE: ImageSize = { width: 0, height: 0 };
