import { brotliDecompressSync } from 'node:zlib';
import { fileFormatOf, imageFormatOf, type ImageFormat } from '../format.js';
import { walk, type ImagePart, type WalkedFile } from '../parts.js';
import { boxesIn, describingItems } from './heif.js';
import { IPTC_RESOURCE, PHOTOSHOP_PREFIX, resourcesIn } from './iptc.js';
import { EXIF_PREFIX, tiffOf, tiffPages } from './tiff.js';
import { readXmp, XMP_BYTES_MAX } from './xmp.js';
import {
  beginsWith,
  extendedPacket,
  isXmpPart,
  JPEG_EXTENDED_XMP,
  namesRights,
  packetIn,
  rawProfileIn,
  type ReadPacket,
} from './xmp-parts.js';

/** The parts of a file that describe its image. */
export interface Described {
  /** A TIFF block. */
  exif?: Buffer | undefined;
  xmp?: ReadPacket | undefined;
  /** What continues the packet. */
  moreXmp?: ReadPacket | undefined;
  /** An IPTC record. */
  iptc?: Buffer | undefined;
  /** More is there, in a form or behind a bound that keeps it from being read. */
  isUnread?: boolean;
}

const EXIF_KINDS: Record<ImageFormat, string> = { jpeg: 'e1', png: 'eXIf', webp: 'EXIF' };

/** By the whole file: metadata may stand behind the pixels. Of each kind only the first is read: compressed text is inflated for it. */
export function describedBy(walked: WalkedFile): Described {
  const { file, format, parts, isCutShort } = walked;
  let exif: Buffer | undefined;
  let packet: ImagePart | undefined;
  let profile: ImagePart | undefined;
  const resources: Buffer[] = [];
  const extended: Buffer[] = [];
  for (const part of parts) {
    const { kind, dataStart, dataEnd } = part;
    if (isXmpPart(file, part, format)) packet ??= part;
    // In a JPEG the same kind of part also holds XMP.
    else if (kind === EXIF_KINDS[format] && (format !== 'jpeg' || beginsWith(file, part, EXIF_PREFIX)))
      exif ??= tiffOf(file.subarray(dataStart, dataEnd));
    else if (kind === 'e1' && beginsWith(file, part, JPEG_EXTENDED_XMP))
      extended.push(file.subarray(dataStart, dataEnd));
    else if (kind === 'ed' && beginsWith(file, part, PHOTOSHOP_PREFIX))
      resources.push(file.subarray(dataStart + PHOTOSHOP_PREFIX.length, dataEnd));
    else if (format === 'png' && beginsWith(file, part, PNG_IPTC)) profile ??= part;
  }
  const raw = profile && rawProfileIn(file, profile, ['iptc']);
  const xmp = packet && packetIn(walked, packet);
  const more = extendedPacket(extended);
  return {
    exif,
    xmp: xmp?.bytes && xmp,
    moreXmp: more && readPacket(more),
    iptc: recordIn(raw ?? Buffer.concat(resources)),
    isUnread: isCutShort || (xmp !== undefined && xmp.bytes === undefined),
  };
}

/** A packet that no part of a file holds as such. */
export const readPacket = (bytes: Buffer): ReadPacket => ({ bytes, read: readXmp(bytes) });

const PNG_IPTC = 'Raw profile type iptc\0';

/** The IPTC record among Photoshop's resources. */
export function recordIn(resources: Buffer): Buffer | undefined {
  for (const { id, data } of resourcesIn(resources)) if (id === IPTC_RESOURCE) return data;
  return undefined;
}

/** Far more than a camera or an editor writes, of one kind. */
const BLOCK_BYTES_MAX = XMP_BYTES_MAX;

/** What a file says of its image, wherever its format puts that; the pixels are stepped over. */
export function describedIn(file: Buffer): Described {
  try {
    return describe(file);
  } catch {
    // A number in the file points beyond its end.
    return { isUnread: true };
  }
}

function describe(file: Buffer): Described {
  const format = fileFormatOf(file);
  if (format === 'tiff') return ofTiff(file);
  if (format === 'heic' || format === 'avif') return ofHeif(file);
  if (format === 'jxl') return ofJxl(file);
  if (format === 'gif') return ofGif(file);
  const served = imageFormatOf(file);
  return served === undefined ? {} : describedBy(walk(file, served));
}

/** Tags of XMP, of an IPTC record, and of Photoshop's resources, one of which may be such a record. */
const [XMP_TAG, IPTC_TAG, RESOURCES_TAG] = [700, 33_723, 34_377];

function ofTiff(exif: Buffer): Described {
  const pages = tiffPages(exif);
  const bytes = (tag: number): Buffer | undefined =>
    pages.map((page) => page.bytes(tag, BLOCK_BYTES_MAX)).find((found) => found !== undefined);
  const packets = pages
    .filter((page) => page.find(XMP_TAG) !== undefined)
    .map((page) =>
      (page.find(XMP_TAG)?.bytes ?? 0) > BLOCK_BYTES_MAX ? undefined : page.bytes(XMP_TAG, BLOCK_BYTES_MAX),
    );
  return {
    exif,
    xmp: pictured(packets),
    iptc: bytes(IPTC_TAG) ?? recordIn(bytes(RESOURCES_TAG) ?? Buffer.alloc(0)),
    isUnread: packets.includes(undefined),
  };
}

function ofHeif(file: Buffer): Described {
  const items = describingItems(file, BLOCK_BYTES_MAX);
  const xmp = items.filter(({ contentType }) => contentType === 'application/rdf+xml');
  const exif = items.find(({ kind }) => kind === 'Exif')?.data;
  return {
    exif: exif && afterOffset(exif),
    xmp: pictured(xmp.map(({ data }) => data)),
    isUnread: xmp.some(({ data }) => data === undefined),
  };
}

/** Those of a depth map or of another image beside the pictured one say nothing of rights. */
function pictured(packets: readonly (Buffer | undefined)[]): ReadPacket | undefined {
  const found = packets.filter((packet) => packet !== undefined);
  const packet = found.find(namesRights) ?? found[0];
  return packet && readPacket(packet);
}

function ofJxl(file: Buffer): Described {
  const boxes = boxesIn(file).map(({ kind, data }) =>
    kind === 'brob'
      ? { kind: data.toString('latin1', 0, 4), data: decompressed(data.subarray(4)) }
      : { kind, data },
  );
  const dataOf = (wanted: string) => boxes.filter(({ kind }) => kind === wanted).map(({ data }) => data);
  const exif = dataOf('Exif').find((data) => data !== undefined);
  const described = boxes.filter(({ kind }) => ['Exif', 'xml ', 'jumb'].includes(kind));
  return {
    exif: exif && afterOffset(exif),
    xmp: pictured(dataOf('xml ')),
    isUnread: described.some(({ data }) => data === undefined),
  };
}

/** Undefined for what is broken, or larger than any block that is read. */
function decompressed(data: Buffer): Buffer | undefined {
  try {
    return brotliDecompressSync(data, { maxOutputLength: BLOCK_BYTES_MAX });
  } catch {
    return undefined;
  }
}

/** An application extension without sub-blocks: the packet, and then bytes that end any reader of them (XMP part 3, 1.1.2). */
const GIF_XMP = Buffer.from('!\xff\x0bXMP DataXMP', 'latin1');
const GIF_XMP_END = Buffer.from([0x01, 0xff, 0xfe]);

function ofGif(file: Buffer): Described {
  const at = file.indexOf(GIF_XMP);
  if (at === -1) return {};
  const end = file.indexOf(GIF_XMP_END, at);
  return end === -1 ? { isUnread: true } : { xmp: readPacket(file.subarray(at + GIF_XMP.length, end)) };
}

/** EXIF in a box begins with the distance to its TIFF header. */
function afterOffset(block: Buffer): Buffer | undefined {
  return block.length < 4 ? undefined : tiffOf(block.subarray(4 + block.readUInt32BE(0)));
}
