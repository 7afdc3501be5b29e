/** Of Exif in a JPEG segment. Chunks of a WebP sometimes have it, those of a PNG never. */
export const EXIF_PREFIX = 'Exif\0\0';

const GPS_DIRECTORY = 0x8825;
/** Latitude and longitude of the image and of what it shows, and the name of the area (Exif 3.0, GPS attributes). */
const PLACE_TAGS: ReadonlySet<number> = new Set([0x02, 0x04, 0x14, 0x16, 0x1c]);
const ENTRY_BYTES = 12;
/** Far more than any camera writes. */
const ENTRIES_MAX = 1_000;
/** Bytes of a value by its type (TIFF 6.0). */
const TYPE_BYTES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8 },
};

/**
 * An Exif block of the same length without its GPS directory: the entry that points to it is taken out, and its tags and
 * values become zero bytes. No other value moves.
 * @returns undefined for a block that names no place.
 */
export function withoutGps(exif: Buffer): Buffer | undefined {
  const copy = Buffer.from(exif);
  const isPrefixed = copy.toString('latin1', 0, EXIF_PREFIX.length) === EXIF_PREFIX;
  return cutDirectory(copy.subarray(isPrefixed ? EXIF_PREFIX.length : 0)) ? copy : undefined;
}

function cutDirectory(tiff: Buffer): boolean {
  const block = new TiffBlock(tiff);
  const main = block.isTiff ? block.entriesAt(block.number(4, 4)) : undefined;
  const pointer = main?.places.find((at) => block.number(at, 2) === GPS_DIRECTORY);
  const gps = pointer === undefined ? undefined : block.entriesAt(block.number(pointer + 8, 4));
  if (main === undefined || pointer === undefined || gps === undefined) return false;
  if (!gps.places.some((at) => PLACE_TAGS.has(block.number(at, 2)))) return false;
  for (const at of gps.places) {
    const bytes = (TYPE_BYTES[block.number(at + 2, 2)] ?? 1) * block.number(at + 4, 4);
    if (bytes > 4) block.clear(block.number(at + 8, 4), bytes);
  }
  block.clear(gps.start, gps.end - gps.start);
  // The entries behind it and the place of the next directory move up.
  tiff.copyWithin(pointer, pointer + ENTRY_BYTES, main.end + 4);
  block.clear(main.end + 4 - ENTRY_BYTES, ENTRY_BYTES);
  block.write(main.start, main.places.length - 1);
  return true;
}

interface Entries {
  start: number;
  /** Where each entry begins. */
  places: number[];
  end: number;
}

/** Reads and writes numbers in the byte order of a TIFF block. Beyond its end they are 0. */
class TiffBlock {
  readonly #tiff: Buffer;
  readonly #order: string;

  constructor(tiff: Buffer) {
    this.#tiff = tiff;
    this.#order = tiff.toString('latin1', 0, 2);
  }

  get isTiff(): boolean {
    return this.#tiff.length >= 8 && (this.#order === 'II' || this.#order === 'MM');
  }

  number(at: number, bytes: 2 | 4): number {
    if (at + bytes > this.#tiff.length) return 0;
    return this.#order === 'II' ? this.#tiff.readUIntLE(at, bytes) : this.#tiff.readUIntBE(at, bytes);
  }

  write(at: number, value: number): void {
    if (this.#order === 'II') this.#tiff.writeUInt16LE(value, at);
    else this.#tiff.writeUInt16BE(value, at);
  }

  /** Undefined when the directory does not lie within the block. */
  entriesAt(start: number): Entries | undefined {
    const count = this.number(start, 2);
    const end = start + 2 + count * ENTRY_BYTES;
    if (count === 0 || count > ENTRIES_MAX || end > this.#tiff.length) return undefined;
    return { start, end, places: Array.from({ length: count }, (_, at) => start + 2 + at * ENTRY_BYTES) };
  }

  clear(at: number, bytes: number): void {
    if (at < this.#tiff.length) this.#tiff.fill(0, at, Math.min(at + bytes, this.#tiff.length));
  }
}
