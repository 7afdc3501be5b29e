import { inflateSync } from 'node:zlib';
import type { ImageFormat } from '../format.js';
import type { ImagePart, WalkedFile } from '../parts.js';
import { readXmp, XMP_BYTES_MAX, type XmpPacket } from './xmp.js';

/** Of an XMP packet in a JPEG segment. */
export const JPEG_XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** Of the continuation of a packet: a GUID, the length of the whole and the place of this piece follow (XMP part 3, 1.1.3.1). */
export const JPEG_EXTENDED_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const EXTENDED_HEAD_BYTES = JPEG_EXTENDED_XMP.length + 40;
export const PNG_XMP = 'XML:com.adobe.xmp\0';
const PNG_RAW_PROFILE = 'Raw profile type ';
const PNG_TEXTS: ReadonlySet<string> = new Set(['iTXt', 'tEXt', 'zTXt']);

/** Whether a part of an image file holds an XMP packet; the continuation of one in a JPEG (Extended XMP) does not. */
export function isXmpPart(file: Buffer, part: ImagePart, format: ImageFormat): boolean {
  if (format === 'webp') return part.kind === 'XMP ';
  if (format === 'jpeg') return part.kind === 'e1' && beginsWith(file, part, JPEG_XMP);
  return (
    PNG_TEXTS.has(part.kind) &&
    [PNG_XMP, `${PNG_RAW_PROFILE}xmp\0`].some((keyword) => beginsWith(file, part, keyword))
  );
}

/**
 * The packet in a part that holds one, as it is: it may be no XML.
 * @returns undefined for compressed text that is broken, or far larger than any packet that is read.
 */
function packetOf(file: Buffer, part: ImagePart, format: ImageFormat): Buffer | undefined {
  const data = file.subarray(part.dataStart, part.dataEnd);
  if (format === 'webp') return data;
  if (format === 'jpeg') return data.subarray(JPEG_XMP.length);
  return beginsWith(file, part, PNG_XMP)
    ? pngText(part.kind, data.subarray(PNG_XMP.length))
    : rawProfileIn(file, part, ['xmp']);
}

/** The data of a PNG chunk in which ImageMagick keeps a profile of one of these names; undefined for any other chunk. */
export function rawProfileIn(file: Buffer, part: ImagePart, names: readonly string[]): Buffer | undefined {
  const keyword = names
    .map((name) => `${PNG_RAW_PROFILE}${name}\0`)
    .find((known) => PNG_TEXTS.has(part.kind) && beginsWith(file, part, known));
  if (keyword === undefined) return undefined;
  const text = pngText(part.kind, file.subarray(part.dataStart + keyword.length, part.dataEnd));
  // The profile's name, its length, and lines of hexadecimal digits.
  const lines = text?.toString('latin1').trimStart().split('\n') ?? [];
  return lines.length < 3 ? undefined : Buffer.from(lines.slice(2).join('').replace(/\s/g, ''), 'hex');
}

/** A packet as it is, which may be no XML, and what it says. */
export interface ReadPacket {
  /** Undefined for compressed text that is broken, or far larger than any packet that is read. */
  bytes: Buffer | undefined;
  read: XmpPacket | undefined;
}

/** The packet in a part that holds one; it is inflated and parsed once. */
export function packetIn({ file, format, packets }: WalkedFile, part: ImagePart): ReadPacket {
  const known = packets.get(part);
  if (known !== undefined) return known;
  const bytes = packetOf(file, part, format);
  const packet = { bytes, read: bytes && readXmp(bytes) };
  packets.set(part, packet);
  return packet;
}

/** The text of a PNG chunk behind its keyword (PNG specification, section 11.3.3). */
function pngText(kind: string, data: Buffer): Buffer | undefined {
  if (kind === 'tEXt') return data;
  if (kind === 'zTXt') return inflated(data.subarray(1));
  const language = data.indexOf(0, 2);
  const translation = language === -1 ? -1 : data.indexOf(0, language + 1);
  if (translation === -1) return undefined;
  const text = data.subarray(translation + 1);
  return data[0] === 0 ? text : inflated(text);
}

/** A profile in hexadecimal digits has two for each byte. */
const TEXT_BYTES_MAX = 3 * XMP_BYTES_MAX;

function inflated(data: Buffer): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: TEXT_BYTES_MAX });
  } catch {
    return undefined;
  }
}

export function beginsWith(file: Buffer, { dataStart, dataEnd }: ImagePart, text: string): boolean {
  return file.toString('latin1', dataStart, Math.min(dataEnd, dataStart + text.length)) === text;
}

/** The packet that continues the one of a JPEG, of its pieces' data. */
export function extendedPacket(pieces: readonly Buffer[]): Buffer | undefined {
  const placed = pieces
    .filter(({ length }) => length > EXTENDED_HEAD_BYTES)
    .sort((a, b) => placeOf(a) - placeOf(b));
  return placed.length === 0
    ? undefined
    : Buffer.concat(placed.map((piece) => piece.subarray(EXTENDED_HEAD_BYTES)));
}

const placeOf = (piece: Buffer): number => piece.readUInt32BE(EXTENDED_HEAD_BYTES - 4);

/** Properties that say what may be done with an image, and how it was made (XMP rights, Creative Commons, IPTC, PLUS, TDM). */
const RIGHTS_WORDS = [
  ...['UsageTerms', 'WebStatement', ':license', 'Instructions', 'DigitalSourceType'],
  ...['DataMining', ':reservation', 'ReleaseStatus', 'LicensorURL'],
].flatMap((word) => [Buffer.from(word), Buffer.from(word, 'utf16le').subarray(0, -1)]);

/** Whether a packet that cannot be read names such a property. */
export const namesRights = (packet: Buffer): boolean => RIGHTS_WORDS.some((word) => packet.includes(word));
