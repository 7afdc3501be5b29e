import type { ImageFormat } from './image-format.js';
import { SCAN, type ImagePart } from './image-parts.js';
import type { ImageSize } from './image-size.js';

/** What a process spends on one decoder at most: a progressive JPEG of 89 megapixels, a WebP of 134. */
export const DECODER_BYTES_MAX = 512 * 1024 * 1024;

/**
 * Memory in bytes that a decoder needs at once for an image of this size. A baseline JPEG and a plain PNG come row by
 * row (0 bytes). A JPEG of several scans, an interlaced PNG and a WebP are held whole.
 */
export function decoderBytesOf(
  bytes: Buffer,
  format: ImageFormat,
  parts: readonly ImagePart[],
  { width, height }: ImageSize,
): number {
  return Math.ceil(width * height * BYTES_PER_PIXEL[format](bytes, parts));
}

const BYTES_PER_PIXEL: Record<ImageFormat, (bytes: Buffer, parts: readonly ImagePart[]) => number> = {
  jpeg: ofJpeg,
  png: ofPng,
  webp: () => 4,
};

/** Frame headers (SOF), as in `sizeIn`. */
const FRAME = /^c(?![48c])/;
const PROGRESSIVE: ReadonlySet<string> = new Set(['c2', 'c6', 'ca', 'ce']);
/** A DCT coefficient. */
const COEFFICIENT_BYTES = 2;
const COMPONENTS_AT = 5;
const COMPONENT_BYTES = 3;
/** Marker and length before the number of components in a scan header. */
const SCAN_COMPONENTS_AT = 4;

function ofJpeg(bytes: Buffer, parts: readonly ImagePart[]): number {
  const frame = parts.find(({ kind }) => FRAME.test(kind));
  const scan = parts.find(({ kind }) => kind === SCAN);
  if (frame === undefined || scan === undefined) return 0;
  const data = bytes.subarray(frame.dataStart, frame.dataEnd);
  const components = data[COMPONENTS_AT] ?? 0;
  const isOneScan = bytes[scan.start + SCAN_COMPONENTS_AT] === components;
  if (isOneScan && !PROGRESSIVE.has(frame.kind)) return 0;
  const samples = Array.from({ length: components }, (_, at) => {
    const factors = data[COMPONENTS_AT + 2 + at * COMPONENT_BYTES] ?? 0x11;
    return { across: factors >> 4, down: factors & 0x0f };
  });
  const across = Math.max(1, ...samples.map((sample) => sample.across));
  const down = Math.max(1, ...samples.map((sample) => sample.down));
  const share = samples.reduce((sum, sample) => sum + (sample.across * sample.down) / (across * down), 0);
  return share * COEFFICIENT_BYTES;
}

const PNG_DEPTH_AT = 8;
const PNG_COLOUR_AT = 9;
const PNG_INTERLACE_AT = 12;
/** By colour type; a palette is expanded to RGBA. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

function ofPng(bytes: Buffer, parts: readonly ImagePart[]): number {
  const header = parts.find(({ kind }) => kind === 'IHDR');
  const data = header && bytes.subarray(header.dataStart, header.dataEnd);
  if (data?.[PNG_INTERLACE_AT] !== 1) return 0;
  return (PNG_CHANNELS[data[PNG_COLOUR_AT] ?? 6] ?? 4) * ((data[PNG_DEPTH_AT] ?? 8) > 8 ? 2 : 1);
}
