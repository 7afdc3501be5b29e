import { createHash } from 'node:crypto';
import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import { partsOf, type ImagePart } from '@imagesearch/service-kit/image/image-parts';
import { sizeIn } from '@imagesearch/service-kit/image/image-size';
import { jpegSegment, pngChunk, webpChunk } from '@imagesearch/service-kit/image/write-parts';
import type { FilePart } from '../blobs/blob-store.js';
import { iptcRecord, withIptc, xmpPacket } from './credit-metadata.js';
import type { Credit } from './credit.js';

/**
 * A stored image with a credit written into it, as pieces: metadata, and parts of the file as they are. Nothing is decoded
 * or encoded again. An XMP packet and an IPTC record of the file are replaced; everything else stays.
 * @returns undefined for a file whose parts cannot be read.
 */
export function embedCredit(file: Buffer, format: ImageFormat, credit: Credit): Piece[] | undefined {
  const parts = [...partsOf(file, format)];
  const pieces = EMBEDDERS[format](file, parts, credit);
  return pieces && joined(pieces);
}

const DIGEST_CHARS = 12;

/** Of the words that a credited file carries: with the original's own digest it names the whole file. */
export function creditDigest(credit: Credit): string {
  const digest = createHash('sha256').update(xmpPacket(credit)).update(iptcRecord(credit));
  return digest.digest('hex').slice(0, DIGEST_CHARS);
}

type Embed = (file: Buffer, parts: readonly ImagePart[], credit: Credit) => Piece[] | undefined;

const EMBEDDERS: Record<ImageFormat, Embed> = { jpeg: intoJpeg, png: intoPng, webp: intoWebp };

const JPEG_START_BYTES = 2;
const APP1 = 0xe1;
const APP13 = 0xed;
const XMP_PREFIXES = ['http://ns.adobe.com/xap/1.0/\0', 'http://ns.adobe.com/xmp/extension/\0'];
const PHOTOSHOP_PREFIX = 'Photoshop 3.0\0';

/** Both segments follow those that readers expect first: JFIF and Exif. */
function intoJpeg(file: Buffer, parts: readonly ImagePart[], credit: Credit): Piece[] {
  const isXmp = (part: ImagePart) =>
    part.kind === 'e1' && XMP_PREFIXES.some((prefix) => beginsWith(file, part, prefix));
  const isPhotoshop = (part: ImagePart) => part.kind === 'ed' && beginsWith(file, part, PHOTOSHOP_PREFIX);
  const isFirst = (part: ImagePart) =>
    part.kind === 'e0' || (part.kind === 'e1' && beginsWith(file, part, 'Exif\0'));
  const kept = parts.filter((part) => !isXmp(part) && !isPhotoshop(part));
  const afterFirst = kept.findIndex((part) => !isFirst(part));
  const first = kept.slice(0, afterFirst === -1 ? kept.length : afterFirst);
  const resources = parts
    .filter(isPhotoshop)
    .map((part) => file.subarray(part.dataStart + PHOTOSHOP_PREFIX.length, part.dataEnd));
  const xmp = Buffer.concat([Buffer.from(XMP_PREFIXES[0] ?? '', 'latin1'), xmpPacket(credit)]);
  const photoshop = withIptc(Buffer.concat(resources), iptcRecord(credit));
  return [
    { offset: 0, length: JPEG_START_BYTES },
    ...first.map(wholePart),
    jpegSegment(APP1, xmp),
    ...photoshop.map((data) =>
      jpegSegment(APP13, Buffer.concat([Buffer.from(PHOTOSHOP_PREFIX, 'latin1'), data])),
    ),
    ...kept.slice(first.length).map(wholePart),
  ];
}

const PNG_SIGNATURE_BYTES = 8;
const PNG_XMP = 'XML:com.adobe.xmp\0';
const PNG_TEXTS = new Set(['iTXt', 'tEXt', 'zTXt']);
/** Keywords under which programs store XMP and IPTC in a PNG. */
const PNG_REPLACED = [PNG_XMP, 'Raw profile type xmp\0', 'Raw profile type iptc\0'];

/** XMP in the chunk that its specification names. A PNG has no place for an IPTC record. */
function intoPng(file: Buffer, parts: readonly ImagePart[], credit: Credit): Piece[] | undefined {
  const [header, ...others] = parts;
  if (header?.kind !== 'IHDR') return undefined;
  const kept = others.filter(
    (part) => !PNG_TEXTS.has(part.kind) || !PNG_REPLACED.some((keyword) => beginsWith(file, part, keyword)),
  );
  // Not compressed, no language, no translated keyword.
  const text = Buffer.concat([Buffer.from(`${PNG_XMP}\0\0\0\0`, 'latin1'), xmpPacket(credit)]);
  return [
    { offset: 0, length: PNG_SIGNATURE_BYTES },
    wholePart(header),
    pngChunk('iTXt', text),
    ...kept.map(wholePart),
  ];
}

const WEBP_XMP_FLAG = 0x04;
const WEBP_ALPHA_FLAG = 0x10;
const RIFF_LENGTH_BYTES = 8;

/** XMP as the last chunk, and the flag for it in the header, which a simple file gets first. */
function intoWebp(file: Buffer, parts: readonly ImagePart[], credit: Credit): Piece[] | undefined {
  const header = webpHeader(file, parts);
  if (header === undefined) return undefined;
  const kept = parts.filter(({ kind }) => kind !== 'VP8X' && kind !== 'XMP ');
  const body = [webpChunk('VP8X', header), ...kept.map(wholePart), webpChunk('XMP ', xmpPacket(credit))];
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(riff.length - RIFF_LENGTH_BYTES + bytesOf(body), 4);
  return [riff, ...body];
}

/** The data of `VP8X` with the flag for XMP. */
function webpHeader(file: Buffer, parts: readonly ImagePart[]): Buffer | undefined {
  const [first] = parts;
  const size = sizeIn(file, 'webp', parts);
  if (first === undefined || size === undefined) return undefined;
  const header = Buffer.alloc(WEBP_HEADER_BYTES);
  if (first.kind === 'VP8X') file.copy(header, 0, first.dataStart, first.dataEnd);
  else {
    // Lossless pixels say by themselves whether they have transparency: the bit after both sizes of 14 bits.
    const hasAlpha = first.kind === 'VP8L' && ((file[first.dataStart + 4] ?? 0) & 0x10) !== 0;
    header[0] = hasAlpha ? WEBP_ALPHA_FLAG : 0;
    header.writeUIntLE(size.width - 1, 4, 3);
    header.writeUIntLE(size.height - 1, 7, 3);
  }
  header[0] = (header[0] ?? 0) | WEBP_XMP_FLAG;
  return header;
}

const WEBP_HEADER_BYTES = 10;

function wholePart({ start, end }: ImagePart): Piece {
  return { offset: start, length: end - start };
}

function beginsWith(file: Buffer, { dataStart, dataEnd }: ImagePart, text: string): boolean {
  return file.toString('latin1', dataStart, Math.min(dataEnd, dataStart + text.length)) === text;
}

/** A piece of a file that is sent: bytes of its own, or a part of the stored file. */
export type Piece = Buffer | FilePart;

export function bytesOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The same pieces, with neighbouring parts of the stored file as one. */
function joined(pieces: readonly Piece[]): Piece[] {
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
