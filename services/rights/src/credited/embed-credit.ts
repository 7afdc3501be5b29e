import { createHash } from 'node:crypto';
import type { ImageFormat } from '@imagesearch/image-files/format';
import {
  partsOf,
  type ImagePart,
  sizeIn,
  jpegSegment,
  pngChunk,
  webpChunk,
} from '@imagesearch/image-files/parts';
import { PHOTOSHOP_PREFIX } from '@imagesearch/image-files/metadata/iptc';
import {
  beginsWith,
  isXmpPart,
  JPEG_XMP,
  packetOf,
  PNG_XMP,
} from '@imagesearch/image-files/metadata/xmp-parts';
import type { FilePart } from '../blobs/blob-store.js';
import { creditedRecord, creditedResources } from './credit-iptc.js';
import { creditedXmp, replacedXmp } from './credit-xmp.js';
import type { Credit } from './credit.js';

/**
 * A stored image with a credit written into it, as pieces: metadata, and parts of the file as they are. Nothing is decoded
 * or encoded again. Into an XMP packet and an IPTC record of the file the credit is merged; everything else stays.
 * @returns undefined for a file whose parts cannot be read.
 */
export function embedCredit(file: Buffer, format: ImageFormat, credit: Credit): CreditedPieces | undefined {
  const all = [...partsOf(file, format)];
  const isXmp = (part: ImagePart): boolean => isXmpPart(file, part, format);
  const packetPart = all.find(isXmp);
  const packet = packetPart && packetOf(file, packetPart, format);
  const others = all.filter((part) => !isXmp(part));
  const pieces = EMBEDDERS[format]({ file, credit, packet, others });
  if (pieces === undefined) return undefined;
  return { pieces: joined(pieces), isCredentialBroken: all.some((part) => isC2pa(file, part)) };
}

export interface CreditedPieces {
  pieces: readonly Piece[];
  /** The file has a C2PA manifest, whose hash is that of the file without the credit. */
  isCredentialBroken: boolean;
}

/** Where C2PA 2.1 (annex A) puts a manifest store: a JUMBF box in APP11 of a JPEG, and a chunk of its own elsewhere. */
function isC2pa(file: Buffer, { kind, dataStart, dataEnd }: ImagePart): boolean {
  if (kind === 'caBX' || kind === 'C2PA') return true;
  if (kind !== 'eb') return false;
  return file.toString('latin1', dataStart, Math.min(dataEnd, dataStart + 64)).includes('jumdc2pa');
}

const DIGEST_CHARS = 12;

/** Of the words that a credited file carries: with the original's own digest it names the whole file. */
export function creditDigest(credit: Credit): string {
  const { xmp, ...words } = creditedXmp(credit);
  const digest = createHash('sha256')
    .update(xmp)
    .update(creditedRecord({ ...credit, ...words }));
  return digest.digest('hex').slice(0, DIGEST_CHARS);
}

interface Embedded {
  file: Buffer;
  credit: Credit;
  /** The XMP of the file. */
  packet: Buffer | undefined;
  /** The other parts of the file. */
  others: readonly ImagePart[];
}

type Embed = (embedded: Embedded) => Piece[] | undefined;

const EMBEDDERS: Record<ImageFormat, Embed> = { jpeg: intoJpeg, png: intoPng, webp: intoWebp };

const JPEG_START_BYTES = 2;
const APP1 = 0xe1;
const APP13 = 0xed;
/** Of a packet in a segment, behind its prefix (XMP specification, part 3). */
const JPEG_PACKET_BYTES_MAX = 65_502;

/** Both segments follow those that readers expect first: JFIF and Exif. */
function intoJpeg({ file, credit, packet, others }: Embedded): Piece[] {
  const isPhotoshop = (part: ImagePart) => part.kind === 'ed' && beginsWith(file, part, PHOTOSHOP_PREFIX);
  const isFirst = (part: ImagePart) =>
    part.kind === 'e0' || (part.kind === 'e1' && beginsWith(file, part, 'Exif\0'));
  const kept = others.filter((part) => !isPhotoshop(part));
  const afterFirst = kept.findIndex((part) => !isFirst(part));
  const first = kept.slice(0, afterFirst === -1 ? kept.length : afterFirst);
  const resources = others
    .filter(isPhotoshop)
    .map((part) => file.subarray(part.dataStart + PHOTOSHOP_PREFIX.length, part.dataEnd));
  const merged = creditedXmp(credit, packet);
  const fits = merged.xmp.length <= JPEG_PACKET_BYTES_MAX;
  const { xmp, ...words } = fits ? merged : replacedXmp(credit, packet);
  const photoshop = creditedResources(Buffer.concat(resources), { ...credit, ...words });
  return [
    { offset: 0, length: JPEG_START_BYTES },
    ...first.map(wholePart),
    jpegSegment(APP1, Buffer.concat([Buffer.from(JPEG_XMP, 'latin1'), xmp])),
    ...photoshop.map((data) =>
      jpegSegment(APP13, Buffer.concat([Buffer.from(PHOTOSHOP_PREFIX, 'latin1'), data])),
    ),
    ...kept.slice(first.length).map(wholePart),
  ];
}

const PNG_SIGNATURE_BYTES = 8;

/** XMP in the chunk that its specification names. A PNG has no place for an IPTC record. */
function intoPng({ credit, packet, others }: Embedded): Piece[] | undefined {
  const [header, ...kept] = others;
  if (header?.kind !== 'IHDR') return undefined;
  // Not compressed, no language, no translated keyword.
  const { xmp } = creditedXmp(credit, packet);
  const text = Buffer.concat([Buffer.from(`${PNG_XMP}\0\0\0\0`, 'latin1'), xmp]);
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
function intoWebp({ file, credit, packet, others }: Embedded): Piece[] | undefined {
  const header = webpHeader(file, others);
  if (header === undefined) return undefined;
  const kept = others.filter(({ kind }) => kind !== 'VP8X');
  const xmp = webpChunk('XMP ', creditedXmp(credit, packet).xmp);
  const body = [webpChunk('VP8X', header), ...kept.map(wholePart), xmp];
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
