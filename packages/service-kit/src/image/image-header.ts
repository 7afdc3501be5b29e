import type { ImageFormat } from './image-format.js';
import type { ImagePart } from './image-parts.js';

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
