import { isUtf8 } from 'node:buffer';
import { describedBy, type Described } from './described.js';
import { partsOf, jpegSegment } from '../parts.js';
import { IPTC_RESOURCE, PHOTOSHOP_PREFIX, resourceOf } from './iptc.js';
import { readXmp, replaceInXmp } from './xmp.js';
import { JPEG_XMP } from './xmp-parts.js';

/** What a file says of itself, and the copy that is converted from it says too. */
export type CarriedMetadata = Pick<Described, 'xmp' | 'iptc'>;

const JPEG_START = Buffer.from([0xff, 0xd8]);
const APP1 = 0xe1;
const APP13 = 0xed;
/** Of a packet in a segment, behind its prefix (XMP specification, part 3). */
const PACKET_BYTES_MAX = 65_502;
const RECORD_BYTES_MAX = 65_000;

/** A JPEG of these alone, without pixels: the form in which a decoder and the search for places read it. Undefined where there is nothing. */
export function metadataJpeg({ xmp, iptc }: CarriedMetadata): Buffer | undefined {
  const packet = xmp && packetOfCopy(xmp);
  const segments = [
    ...(packet === undefined ? [] : [segmentOf(APP1, JPEG_XMP, packet)]),
    ...(iptc === undefined || iptc.length > RECORD_BYTES_MAX
      ? []
      : [segmentOf(APP13, PHOTOSHOP_PREFIX, resourceOf(IPTC_RESOURCE, iptc))]),
  ];
  return segments.length === 0 ? undefined : Buffer.concat([JPEG_START, ...segments]);
}

const segmentOf = (marker: number, prefix: string, data: Buffer): Buffer =>
  jpegSegment(marker, Buffer.concat([Buffer.from(prefix, 'latin1'), data]));

/** A copy is upright, whatever its file was. */
const ORIENTATION = 'http://ns.adobe.com/tiff/1.0/Orientation';

/** Without its longest properties, such as a history, as far as one segment does not hold them. Marks of rights are short. */
function packetOfCopy(packet: Buffer): Buffer | undefined {
  const read = readXmp(packet);
  if (read === undefined) return packet.length <= PACKET_BYTES_MAX ? packet : undefined;
  let excess = packet.length - PACKET_BYTES_MAX;
  const dropped = new Set<object>(read.properties.filter(({ name }) => name === ORIENTATION));
  for (const property of [...read.properties].sort((a, b) => b.end - b.start - (a.end - a.start))) {
    if (excess <= 0) break;
    dropped.add(property);
    excess -= property.end - property.start;
  }
  const short = Buffer.from(replaceInXmp(read, (property) => (dropped.has(property) ? '' : undefined)));
  return short.length <= PACKET_BYTES_MAX ? short : undefined;
}

/** The JPEG with these segments behind its JFIF header. */
export function jpegWithSegments(jpeg: Buffer, segments: Buffer): Buffer {
  const [first] = partsOf(jpeg, 'jpeg');
  const at = first?.kind === 'e0' ? first.end : JPEG_START.length;
  return Buffer.concat([jpeg.subarray(0, at), segments, jpeg.subarray(at)]);
}

/** The segments of a JPEG of `metadataJpeg`. */
export const segmentsOf = (metadata: Buffer): Buffer => metadata.subarray(JPEG_START.length);

/** Its XMP packet, as text. */
export function xmpOf(metadata: Buffer): string | undefined {
  const { xmp: packet } = describedBy(metadata, 'jpeg');
  return packet?.toString(isUtf8(packet) ? 'utf8' : 'latin1');
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const IPTC_EXTENSION = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const EMPTY_PACKET =
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
  `<rdf:RDF xmlns:rdf="${RDF}"></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;

/** The same with a Digital Source Type, unless a packet says one: a copy cannot keep the Content Credentials that say it. */
export function withSourceType(metadata: CarriedMetadata, kind: string): CarriedMetadata {
  const read = readXmp(metadata.xmp ?? Buffer.from(EMPTY_PACKET));
  const name = 'DigitalSourceType';
  if (read === undefined || read.properties.some((one) => one.name === IPTC_EXTENSION + name))
    return metadata;
  const mark =
    `<rdf:Description xmlns:rdf="${RDF}" rdf:about=${read.about} xmlns:Iptc4xmpExt="${IPTC_EXTENSION}">` +
    `<Iptc4xmpExt:${name}>http://cv.iptc.org/newscodes/digitalsourcetype/${kind}</Iptc4xmpExt:${name}></rdf:Description>`;
  return { ...metadata, xmp: Buffer.from(replaceInXmp(read, () => undefined, mark)) };
}
