import { readPacket, type Described } from '../metadata/described.js';
import { IPTC_RESOURCE, resourceOf } from '../metadata/iptc.js';
import { replaceInXmp } from '../metadata/xmp.js';
import type { ReadPacket } from '../metadata/xmp-parts.js';
import { partsOf } from '../parts.js';
import { JPEG_PACKET_BYTES_MAX, RESOURCES_BYTES_MAX, resourcesPart, xmpPart } from './edit.js';
import { description, fullName, simple, wholePacket } from './write-xmp.js';

/** What a file says of itself, and the copy that is converted from it says too. */
export interface Carried {
  /** A packet that fits into one segment of a JPEG. */
  xmp: Buffer | undefined;
  iptc: Buffer | undefined;
}

/**
 * @param sourceType A Digital Source Type that only the Content Credentials of the file say, which a copy cannot keep. It becomes a
 * property, unless a packet has one.
 */
export function carriedBy({ xmp, iptc }: Described, sourceType?: string): Carried {
  const packet = sourceType === undefined ? xmp : withSourceType(xmp, sourceType);
  return {
    xmp: packet && packetOfCopy(packet),
    iptc: iptc === undefined || iptc.length > RESOURCES_BYTES_MAX ? undefined : iptc,
  };
}

/** As segments of a JPEG. Only a JPEG has room for an IPTC record. */
export const segmentsOf = ({ xmp, iptc }: Carried): Buffer =>
  Buffer.concat([
    ...(xmp === undefined ? [] : [xmpPart('jpeg', xmp)]),
    ...(iptc === undefined ? [] : [resourcesPart(resourceOf(IPTC_RESOURCE, iptc))]),
  ]);

export const JPEG_START = Buffer.from([0xff, 0xd8]);

/** The JPEG with these segments behind its JFIF header. */
export function jpegWithSegments(jpeg: Buffer, segments: Buffer): Buffer {
  const [first] = partsOf(jpeg, 'jpeg');
  const at = first?.kind === 'e0' ? first.end : JPEG_START.length;
  return Buffer.concat([jpeg.subarray(0, at), segments, jpeg.subarray(at)]);
}

/** A copy is upright, whatever its file was. */
const ORIENTATION = 'http://ns.adobe.com/tiff/1.0/Orientation';

/** Without its longest properties, such as a history, as far as one segment does not hold them. Marks of rights are short. */
function packetOfCopy({ bytes: packet, read }: ReadPacket): Buffer | undefined {
  if (packet === undefined) return undefined;
  if (read === undefined) return packet.length <= JPEG_PACKET_BYTES_MAX ? packet : undefined;
  let excess = packet.length - JPEG_PACKET_BYTES_MAX;
  const dropped = new Set<object>(read.properties.filter(({ name }) => name === ORIENTATION));
  for (const property of [...read.properties].sort((a, b) => b.end - b.start - (a.end - a.start))) {
    if (excess <= 0) break;
    dropped.add(property);
    excess -= property.end - property.start;
  }
  const short = Buffer.from(replaceInXmp(read, (property) => (dropped.has(property) ? '' : undefined)));
  return short.length <= JPEG_PACKET_BYTES_MAX ? short : undefined;
}

const SOURCE_TYPE = 'Iptc4xmpExt:DigitalSourceType';
const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

function withSourceType(packet: ReadPacket | undefined, kind: string): ReadPacket | undefined {
  const { read } = packet ?? readPacket(Buffer.from(wholePacket('')));
  if (read === undefined || read.properties.some(({ name }) => name === fullName(SOURCE_TYPE))) return packet;
  const mark = description([simple(SOURCE_TYPE, SOURCE_TYPES + kind)], read.about);
  return readPacket(Buffer.from(replaceInXmp(read, () => undefined, mark)));
}
