import type { ImageFormat } from './image-format.js';
import { PARTS_MAX, partsOf, type ImagePart } from './image-parts.js';
import { IPTC_RESOURCE, PHOTOSHOP_PREFIX, resourcesIn } from './iptc-record.js';
import { EXIF_PREFIX, tiffOf } from './tiff-directory.js';
import {
  beginsWith,
  extendedPacket,
  isXmpPart,
  JPEG_EXTENDED_XMP,
  packetOf,
  rawProfileIn,
} from './xmp-parts.js';

/** The parts of a file that describe its image. */
export interface Described {
  /** A TIFF block. */
  exif?: Buffer | undefined;
  /** A packet, as it is: it may be no XML. */
  xmp?: Buffer | undefined;
  /** What continues the packet. */
  moreXmp?: Buffer | undefined;
  /** An IPTC record. */
  iptc?: Buffer | undefined;
  /** More is there, in a form or behind a bound that keeps it from being read. */
  isUnread?: boolean;
}

const EXIF_KINDS: Record<ImageFormat, string> = { jpeg: 'e1', png: 'eXIf', webp: 'EXIF' };

/** By the whole file: metadata may stand behind the pixels. Of each kind only the first is read: compressed text is inflated for it. */
export function describedBy(file: Buffer, format: ImageFormat): Described {
  let exif: Buffer | undefined;
  let packet: ImagePart | undefined;
  let profile: ImagePart | undefined;
  const resources: Buffer[] = [];
  const extended: Buffer[] = [];
  let parts = 0;
  for (const part of partsOf(file, format)) {
    parts += 1;
    if (parts > PARTS_MAX) break;
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
  const xmp = packet && packetOf(file, packet, format);
  return {
    exif,
    xmp,
    moreXmp: extendedPacket(extended),
    iptc: recordIn(raw ?? Buffer.concat(resources)),
    isUnread: parts > PARTS_MAX || (packet !== undefined && xmp === undefined),
  };
}

const PNG_IPTC = 'Raw profile type iptc\0';

/** The IPTC record among Photoshop's resources. */
export function recordIn(resources: Buffer): Buffer | undefined {
  for (const { id, data } of resourcesIn(resources)) if (id === IPTC_RESOURCE) return data;
  return undefined;
}
