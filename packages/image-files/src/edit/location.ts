import { imageFormatOf, type ImageFormat } from '../format.js';
import { partsOf, REST, type ImagePart, jpegSegment, pngChunk, webpChunk } from '../parts.js';
import {
  APPLICATION,
  datasetsIn,
  IPTC_RESOURCE,
  PHOTOSHOP_PREFIX,
  resourcesIn,
  type Dataset,
} from '../metadata/iptc.js';
import { EXIF_PREFIX } from '../metadata/tiff.js';
import { readXmp, replaceInXmp, type XmpProperty } from '../metadata/xmp.js';
import {
  beginsWith,
  isXmpPart,
  JPEG_EXTENDED_XMP,
  JPEG_XMP,
  packetOf,
  PNG_XMP,
  rawProfileIn,
} from '../metadata/xmp-parts.js';
import { withoutGps } from './exif-gps.js';

/**
 * A JPEG, PNG or WebP without the place where its image was taken: the GPS directory of Exif, the properties of XMP and the
 * fields of IPTC that name a place. The pixels and everything else stay, and in a JPEG and a WebP every byte stays at its
 * place, because the offsets of maker notes and further images count on it.
 * @returns undefined when the file names no place.
 */
export function withoutLocation(file: Buffer): Buffer | undefined {
  const format = imageFormatOf(file);
  return format === undefined ? undefined : cutFile(file, format, FURTHER_IMAGES_MAX);
}

/** Behind the image of a JPEG, cameras put a preview, a depth map and the like. */
const FURTHER_IMAGES_MAX = 8;

function cutFile(file: Buffer, format: ImageFormat, furtherImages: number): Buffer | undefined {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const part of partsOf(file, format)) {
    const cut =
      part.kind === REST && format === 'jpeg' && furtherImages > 0
        ? cutFurther(file.subarray(part.start), furtherImages)
        : cutPart(file, part, format);
    if (cut === undefined) continue;
    pieces.push(file.subarray(at, part.start), cut);
    at = part.end;
  }
  if (pieces.length === 0) return undefined;
  return Buffer.concat([...pieces, file.subarray(at)]);
}

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

function cutFurther(rest: Buffer, furtherImages: number): Buffer | undefined {
  const start = rest.indexOf(JPEG_START);
  const cut = start === -1 ? undefined : cutFile(rest.subarray(start), 'jpeg', furtherImages - 1);
  return cut && Buffer.concat([rest.subarray(0, start), cut]);
}

const EXIF_KINDS: Record<ImageFormat, string> = { jpeg: 'e1', png: 'eXIf', webp: 'EXIF' };
const PNG_RAW_PROFILES = ['exif', 'APP1', 'iptc'];

/** The part without a place; empty when it goes as a whole, undefined when it names none. */
function cutPart(file: Buffer, part: ImagePart, format: ImageFormat): Buffer | undefined {
  if (isXmpPart(file, part, format)) {
    const packet = packetOf(file, part, format);
    const cut = packet && withoutPlaces(packet);
    return cut && XMP_WRITERS[format](cut);
  }
  const data = file.subarray(part.dataStart, part.dataEnd);
  if (part.kind === EXIF_KINDS[format] && (format !== 'jpeg' || beginsWith(file, part, EXIF_PREFIX))) {
    const cut = withoutGps(data);
    return cut && FRAMES[format](part.kind, cut);
  }
  if (part.kind === 'ed' && beginsWith(file, part, PHOTOSHOP_PREFIX)) {
    const cut = withoutPlaceFields(data.subarray(PHOTOSHOP_PREFIX.length));
    return cut && jpegSegment(APP13, Buffer.concat([data.subarray(0, PHOTOSHOP_PREFIX.length), cut]));
  }
  // Neither has a form in which a part of it could go.
  if (part.kind === 'e1' && beginsWith(file, part, JPEG_EXTENDED_XMP))
    return NAMES_PLACE.test(data.toString('latin1')) ? GONE : undefined;
  const raw = format === 'png' ? rawProfileIn(file, part, PNG_RAW_PROFILES) : undefined;
  const names =
    raw !== undefined && (withoutGps(raw) ?? [...placeFieldsIn(raw), ...placesOf(raw)][0]) !== undefined;
  return names ? GONE : undefined;
}

const GONE = Buffer.alloc(0);
const APP1 = 0xe1;
const APP13 = 0xed;

const FRAMES: Record<ImageFormat, (kind: string, data: Buffer) => Buffer> = {
  jpeg: (_kind, data) => jpegSegment(APP1, data),
  png: pngChunk,
  webp: webpChunk,
};

const XMP_WRITERS: Record<ImageFormat, (packet: Buffer) => Buffer> = {
  jpeg: (packet) => jpegSegment(APP1, Buffer.concat([Buffer.from(JPEG_XMP, 'latin1'), packet])),
  png: (packet) => pngChunk('iTXt', Buffer.concat([Buffer.from(`${PNG_XMP}\0\0\0\0`, 'latin1'), packet])),
  webp: (packet) => webpChunk('XMP ', packet),
};

/** Properties that name a place: those of Exif in XMP, of IPTC Core and of IPTC Extension. */
const PLACE =
  /^http:\/\/(?:ns\.adobe\.com\/exif\/1\.0\/GPS\w+|ns\.adobe\.com\/photoshop\/1\.0\/(?:City|State|Country)|iptc\.org\/std\/Iptc4xmpCore\/1\.0\/xmlns\/(?:Location|CountryCode)|iptc\.org\/std\/Iptc4xmpExt\/2008-02-29\/Location(?:Created|Shown))$/;
/** The same by their local names, in text that cannot be read as XML. */
const NAMES_PLACE = /:(?:GPSL(?:atitude|ongitude)|Location(?:Created|Shown)?|City|State|Country(?:Code)?)\b/;

/** As long as the packet was. One that cannot be read is blanked as a whole. */
function withoutPlaces(packet: Buffer): Buffer | undefined {
  const read = readXmp(packet);
  if (read === undefined)
    return NAMES_PLACE.test(packet.toString('latin1')) ? Buffer.alloc(packet.length, ' ') : undefined;
  const isPlace = ({ name, values }: XmpProperty): boolean => PLACE.test(name) && values.length > 0;
  if (!read.properties.some(isPlace)) return undefined;
  const blank = (written: string): string => ' '.repeat(Buffer.byteLength(written));
  const text = Buffer.from(
    replaceInXmp(read, (property, written) => (isPlace(property) ? blank(written) : undefined)),
  );
  // What the reader dropped of the ends, such as zero bytes.
  return Buffer.concat([text, Buffer.alloc(Math.max(0, packet.length - text.length), ' ')]);
}

/** Content location code and name, city, sublocation, province, country code and name (IPTC IIM 4.2, record 2). */
const PLACE_FIELDS: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101]);

const isPlaceField = ({ record, number }: Dataset): boolean =>
  record === APPLICATION && PLACE_FIELDS.has(number);

const placesOf = (record: Buffer): Dataset[] => [...datasetsIn(record)].filter(isPlaceField);

const placeFieldsIn = (resources: Buffer): Dataset[] =>
  [...resourcesIn(resources)].filter(({ id }) => id === IPTC_RESOURCE).flatMap(({ data }) => placesOf(data));

/** As long as the resources were: zero bytes fill the record, as some editors do. */
function withoutPlaceFields(resources: Buffer): Buffer | undefined {
  if (placeFieldsIn(resources).length === 0) return undefined;
  const copy = Buffer.from(resources);
  for (const { id, data } of resourcesIn(copy)) {
    if (id !== IPTC_RESOURCE) continue;
    const kept = [...datasetsIn(data)].filter((field) => !isPlaceField(field));
    const packed = Buffer.concat(kept.map(({ bytes }) => bytes));
    const end = [...datasetsIn(data)].reduce((sum, { bytes }) => sum + bytes.length, 0);
    data.fill(0, 0, end);
    packed.copy(data);
  }
  return copy;
}
