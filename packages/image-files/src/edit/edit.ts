import type { ImageFormat } from '../format.js';
import { PHOTOSHOP_PREFIX } from '../metadata/iptc.js';
import { JPEG_XMP, PNG_XMP } from '../metadata/xmp-parts.js';
import { jpegSegment, pngChunk, webpChunk, type ImagePart } from '../parts.js';

/** What every edit of a file's metadata is made of: parts of its own, and parts of the file as they are. */

const APP1 = 0xe1;
const APP13 = 0xed;
/** Of a packet in a JPEG segment, behind its prefix (XMP specification, part 3). */
export const JPEG_PACKET_BYTES_MAX = 65_502;
/** Of an IPTC record or of image resources in a JPEG segment, less their prefix. */
export const RESOURCES_BYTES_MAX = 65_000;

const XMP_PARTS: Record<ImageFormat, (packet: Buffer) => Buffer> = {
  jpeg: (packet) => jpegSegment(APP1, Buffer.concat([Buffer.from(JPEG_XMP, 'latin1'), packet])),
  // Not compressed, no language, no translated keyword.
  png: (packet) => pngChunk('iTXt', Buffer.concat([Buffer.from(`${PNG_XMP}\0\0\0\0`, 'latin1'), packet])),
  webp: (packet) => webpChunk('XMP ', packet),
};

/** The part that holds an XMP packet; in a JPEG of `JPEG_PACKET_BYTES_MAX` at most. */
export const xmpPart = (format: ImageFormat, packet: Buffer): Buffer => XMP_PARTS[format](packet);

const EXIF_PARTS: Record<ImageFormat, (exif: Buffer) => Buffer> = {
  jpeg: (exif) => jpegSegment(APP1, exif),
  png: (exif) => pngChunk('eXIf', exif),
  webp: (exif) => webpChunk('EXIF', exif),
};

/** The part that holds an Exif block, with its prefix in a JPEG. */
export const exifPart = (format: ImageFormat, exif: Buffer): Buffer => EXIF_PARTS[format](exif);

/** The JPEG segment of Photoshop's image resources, which has no like in the other formats. */
export const resourcesPart = (resources: Buffer): Buffer =>
  jpegSegment(APP13, Buffer.concat([Buffer.from(PHOTOSHOP_PREFIX, 'latin1'), resources]));

/** A part of a stored file, in bytes. */
export interface FilePart {
  offset: number;
  length: number;
}

export function wholePart({ start, end }: ImagePart): Piece {
  return { offset: start, length: end - start };
}

/** A piece of a file that is sent: bytes of its own, or a part of the stored file. */
export type Piece = Buffer | FilePart;

export function bytesOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The same pieces, with neighbouring parts of the stored file as one. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    const follows =
      last !== undefined &&
      !Buffer.isBuffer(last) &&
      !Buffer.isBuffer(piece) &&
      last.offset + last.length === piece.offset;
    if (follows) whole[whole.length - 1] = { offset: last.offset, length: last.length + piece.length };
    else whole.push(piece);
  }
  return whole;
}

/** The pieces that make up a part of the whole. */
export function partOfPieces(pieces: readonly Piece[], { offset, length }: FilePart): Piece[] {
  const end = offset + length;
  let start = 0;
  return pieces.flatMap((piece): Piece[] => {
    const from = Math.max(offset, start) - start;
    const to = Math.min(end, start + piece.length) - start;
    start += piece.length;
    if (to <= from) return [];
    return Buffer.isBuffer(piece)
      ? [piece.subarray(from, to)]
      : [{ offset: piece.offset + from, length: to - from }];
  });
}
