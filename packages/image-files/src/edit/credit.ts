import { createHash } from 'node:crypto';
import type { ImageFormat } from '../format.js';
import { walk, type ImagePart, sizeIn, webpChunk } from '../parts.js';
import { PHOTOSHOP_PREFIX } from '../metadata/iptc.js';
import { beginsWith, isXmpPart, packetIn, type ReadPacket } from '../metadata/xmp-parts.js';
import { creditedRecord, creditedResources } from './credit-iptc.js';
import { creditedXmp, replacedXmp, type Credit } from './credit-xmp.js';
import {
  bytesOf,
  joined,
  JPEG_PACKET_BYTES_MAX,
  resourcesPart,
  wholePart,
  xmpPart,
  type Piece,
} from './edit.js';

/**
 * A stored image with a credit written into it, as pieces: metadata, and parts of the file as they are. Nothing is decoded
 * or encoded again. Into an XMP packet and an IPTC record of the file the credit is merged; everything else stays.
 * @returns undefined for a file whose parts cannot be read.
 */
export function embedCredit(file: Buffer, format: ImageFormat, credit: Credit): CreditedPieces | undefined {
  const walked = walk(file, format);
  const all = walked.parts;
  const isXmp = (part: ImagePart): boolean => isXmpPart(file, part, format);
  const packetPart = all.find(isXmp);
  const packet = packetPart && packetIn(walked, packetPart);
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
  packet: ReadPacket | undefined;
  /** The other parts of the file. */
  others: readonly ImagePart[];
}

type Embed = (embedded: Embedded) => Piece[] | undefined;

const EMBEDDERS: Record<ImageFormat, Embed> = { jpeg: intoJpeg, png: intoPng, webp: intoWebp };

const JPEG_START_BYTES = 2;

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
    xmpPart('jpeg', xmp),
    ...photoshop.map(resourcesPart),
    ...kept.slice(first.length).map(wholePart),
  ];
}

const PNG_SIGNATURE_BYTES = 8;

/** XMP in the chunk that its specification names. A PNG has no place for an IPTC record. */
function intoPng({ credit, packet, others }: Embedded): Piece[] | undefined {
  const [header, ...kept] = others;
  if (header?.kind !== 'IHDR') return undefined;
  const { xmp } = creditedXmp(credit, packet);
  return [
    { offset: 0, length: PNG_SIGNATURE_BYTES },
    wholePart(header),
    xmpPart('png', xmp),
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
  const xmp = xmpPart('webp', creditedXmp(credit, packet).xmp);
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
