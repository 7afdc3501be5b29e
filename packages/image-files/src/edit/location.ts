import { imageFormatOf, type ImageFormat } from '../format.js';
import { REST, walk, type ImagePart, type WalkedFile } from '../parts.js';
import {
  APPLICATION,
  datasetsIn,
  IPTC_RESOURCE,
  PHOTOSHOP_PREFIX,
  resourcesIn,
  type Dataset,
} from '../metadata/iptc.js';
import { EXIF_PREFIX } from '../metadata/tiff.js';
import { replaceInXmp, type XmpProperty } from '../metadata/xmp.js';
import {
  beginsWith,
  isXmpPart,
  JPEG_EXTENDED_XMP,
  packetIn,
  type ReadPacket,
  rawProfileIn,
} from '../metadata/xmp-parts.js';
import { describedIn } from '../metadata/described.js';
import { carriedBy, JPEG_START, segmentsOf } from './carried.js';
import { exifPart, resourcesPart, xmpPart } from './edit.js';
import { withoutGps } from './exif-gps.js';

/**
 * A JPEG, PNG or WebP without the place where its image was taken: the GPS directory of Exif, the properties of XMP and the
 * fields of IPTC that name a place. The pixels and everything else stay, and in a JPEG and a WebP every byte stays at its
 * place, because the offsets of maker notes and further images count on it.
 * @returns undefined when the file names no place.
 */
export const withoutLocation = (walked: WalkedFile): Buffer | undefined =>
  cutFile(walked, FURTHER_IMAGES_MAX);

/** Whether the file, or the copy that will be converted from it, names a place. */
export function namesPlace(file: Buffer): boolean {
  const format = imageFormatOf(file);
  const walked =
    format === undefined
      ? walk(Buffer.concat([JPEG_START, segmentsOf(carriedBy(describedIn(file)))]), 'jpeg')
      : walk(file, format);
  return withoutLocation(walked) !== undefined;
}

/** Behind the image of a JPEG, cameras put a preview, a depth map and the like. */
const FURTHER_IMAGES_MAX = 8;

function cutFile(walked: WalkedFile, furtherImages: number): Buffer | undefined {
  const { file, format, parts } = walked;
  const pieces: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const cut =
      part.kind === REST && format === 'jpeg' && furtherImages > 0
        ? cutFurther(file.subarray(part.start), furtherImages)
        : cutPart(walked, part);
    if (cut === undefined) continue;
    pieces.push(file.subarray(at, part.start), cut);
    at = part.end;
  }
  if (pieces.length === 0) return undefined;
  return Buffer.concat([...pieces, file.subarray(at)]);
}

const FURTHER_START = Buffer.from([0xff, 0xd8, 0xff]);

function cutFurther(rest: Buffer, furtherImages: number): Buffer | undefined {
  const start = rest.indexOf(FURTHER_START);
  const cut = start === -1 ? undefined : cutFile(walk(rest.subarray(start), 'jpeg'), furtherImages - 1);
  return cut && Buffer.concat([rest.subarray(0, start), cut]);
}

const EXIF_KINDS: Record<ImageFormat, string> = { jpeg: 'e1', png: 'eXIf', webp: 'EXIF' };
const PNG_RAW_PROFILES = ['exif', 'APP1', 'iptc'];

/** The part without a place; empty when it goes as a whole, undefined when it names none. */
function cutPart(walked: WalkedFile, part: ImagePart): Buffer | undefined {
  const { file, format } = walked;
  if (isXmpPart(file, part, format)) {
    const cut = withoutPlaces(packetIn(walked, part));
    return cut && xmpPart(format, cut);
  }
  const data = file.subarray(part.dataStart, part.dataEnd);
  if (part.kind === EXIF_KINDS[format] && (format !== 'jpeg' || beginsWith(file, part, EXIF_PREFIX))) {
    const cut = withoutGps(data);
    return cut && exifPart(format, cut);
  }
  if (part.kind === 'ed' && beginsWith(file, part, PHOTOSHOP_PREFIX)) {
    const cut = withoutPlaceFields(data.subarray(PHOTOSHOP_PREFIX.length));
    return cut && resourcesPart(cut);
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
/** Properties that name a place: those of Exif in XMP, of IPTC Core and of IPTC Extension. */
const PLACE =
  /^http:\/\/(?:ns\.adobe\.com\/exif\/1\.0\/GPS\w+|ns\.adobe\.com\/photoshop\/1\.0\/(?:City|State|Country)|iptc\.org\/std\/Iptc4xmpCore\/1\.0\/xmlns\/(?:Location|CountryCode)|iptc\.org\/std\/Iptc4xmpExt\/2008-02-29\/Location(?:Created|Shown))$/;
/** The same by their local names, in text that cannot be read as XML. */
const NAMES_PLACE = /:(?:GPSL(?:atitude|ongitude)|Location(?:Created|Shown)?|City|State|Country(?:Code)?)\b/;

/** As long as the packet was. One that cannot be read is blanked as a whole. */
function withoutPlaces({ bytes: packet, read }: ReadPacket): Buffer | undefined {
  if (packet === undefined) return undefined;
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
