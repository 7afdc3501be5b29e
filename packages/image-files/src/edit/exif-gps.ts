import { ENTRY_BYTES, isLittleEndian, readTiffDirectory, tiffOf } from '../metadata/tiff.js';

const GPS_DIRECTORY = 0x8825;
/** Latitude and longitude of the image and of what it shows, and the name of the area (Exif 3.0, GPS attributes). */
const PLACE_TAGS: ReadonlySet<number> = new Set([0x02, 0x04, 0x14, 0x16, 0x1c]);

/**
 * An Exif block of the same length without its GPS directory: the entry that points to it is taken out, and its tags and
 * values become zero bytes. No other value moves.
 * @returns undefined for a block that names no place.
 */
export function withoutGps(exif: Buffer): Buffer | undefined {
  const copy = Buffer.from(exif);
  return cutDirectory(tiffOf(copy)) ? copy : undefined;
}

function cutDirectory(tiff: Buffer): boolean {
  const main = readTiffDirectory(tiff);
  const pointer = main?.find(GPS_DIRECTORY);
  const gps = main?.directory(GPS_DIRECTORY);
  if (main === undefined || pointer === undefined || gps === undefined) return false;
  if (!gps.entries.some(({ tag }) => PLACE_TAGS.has(tag))) return false;
  for (const { valuesAt, bytes } of gps.entries) tiff.fill(0, ...within(tiff, valuesAt, valuesAt + bytes));
  tiff.fill(0, gps.start, gps.end);
  // The entries behind it and the place of the next directory move up.
  const [, end] = within(tiff, 0, main.end + 4);
  tiff.copyWithin(pointer.at, pointer.at + ENTRY_BYTES, end);
  tiff.fill(0, end - ENTRY_BYTES, end);
  const count = main.entries.length - 1;
  if (isLittleEndian(tiff)) tiff.writeUInt16LE(count, main.start);
  else tiff.writeUInt16BE(count, main.start);
  return true;
}

/** Addresses in a file may lie beyond its end. */
const within = ({ length }: Buffer, start: number, end: number): [number, number] => [
  Math.min(start, length),
  Math.min(end, length),
];
