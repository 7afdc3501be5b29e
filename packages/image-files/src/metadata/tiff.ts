/** Begins Exif in a JPEG segment. Chunks of a WebP sometimes have it, those of a PNG never. */
export const EXIF_PREFIX = 'Exif\0\0';

/** The TIFF block of an Exif part, as a view on it. */
export function tiffOf(exif: Buffer): Buffer {
  const isPrefixed = exif.toString('latin1', 0, EXIF_PREFIX.length) === EXIF_PREFIX;
  return exif.subarray(isPrefixed ? EXIF_PREFIX.length : 0);
}

/** Far more than any camera or editor writes. */
const ENTRIES_MAX = 1_000;
/** Of an entry in a block of Exif, which is never a BigTIFF. */
export const ENTRY_BYTES = 12;
const NUMBERS_MAX = 16;
/** Bytes of a value by its type (TIFF 6.0). */
const TYPE_BYTES: Readonly<Record<number, number>> = {
  ...{
    1: 1,
    2: 1,
    3: 2,
    4: 4,
    5: 8,
    6: 1,
    7: 1,
    8: 2,
    9: 4,
    10: 8,
    11: 4,
    12: 8,
    13: 4,
    16: 8,
    17: 8,
    18: 8,
  },
};
/** BYTE, SHORT, LONG and LONG8, and the two of a place. */
const NUMBER_BYTES: Readonly<Record<number, NumberBytes>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
type NumberBytes = 1 | 2 | 4 | 8;

/** Bytes of a count of entries, of an entry, and of a place: in a TIFF, and in a BigTIFF, which has 43 where the other has 42. */
const TIFF = { first: 4, count: 2, entry: ENTRY_BYTES, place: 4 } as const;
const BIG_TIFF = { first: 8, count: 8, entry: 20, place: 8 } as const;
const BIG_TIFF_MAGIC = 43;

/** One tag of a directory. */
export interface TiffEntry {
  tag: number;
  /** As TIFF numbers it. */
  type: number;
  count: number;
  /** Where the entry begins. */
  at: number;
  /** Where its values begin, in the entry itself when they take no more bytes than a place, and how many bytes they take. */
  valuesAt: number;
  bytes: number;
}

/** A directory of TIFF tags, as TIFF and Exif have it: `[start, end)`, and then the place of the next one. */
export interface TiffDirectory {
  start: number;
  end: number;
  /** Where the next one starts; 0 behind the last one. */
  next: number;
  entries: TiffEntry[];
  /** The first entry of a tag. */
  find(tag: number): TiffEntry | undefined;
  /** The first whole numbers of a tag; beyond the end of the block they are 0. */
  numbers(tag: number): number[];
  /** The bytes of a tag, at most this many; undefined when there is no such tag. */
  bytes(tag: number, bytesMax: number): Buffer | undefined;
  /** Another directory that a tag points to. */
  directory(tag: number): TiffDirectory | undefined;
}

/** The first directory of a TIFF block, or the one at this offset; undefined when it is no such block. */
export function readTiffDirectory(block: Buffer, offset?: number): TiffDirectory | undefined {
  if (block.length < 8 || !/^(?:II|MM)$/.test(block.toString('latin1', 0, 2))) return undefined;
  const read = reader(block);
  const sizes = read(2, 2) === BIG_TIFF_MAGIC ? BIG_TIFF : TIFF;
  const start = offset ?? read(sizes.first, sizes.place);
  const count = read(start, sizes.count);
  if (count === 0 || count > ENTRIES_MAX) return undefined;
  const entries: TiffEntry[] = [];
  let end = start + sizes.count;
  for (let at = end; entries.length < count && at + sizes.entry <= block.length; at = end) {
    const [tag, type, values] = [read(at, 2), read(at + 2, 2), read(at + 4, sizes.place)];
    const bytes = values * (TYPE_BYTES[type] ?? 1);
    const held = at + 4 + sizes.place;
    const valuesAt = bytes <= sizes.place ? held : read(held, sizes.place);
    entries.push({ tag, type, count: values, at, valuesAt, bytes });
    end = at + sizes.entry;
  }
  const find = (tag: number) => entries.find((entry) => entry.tag === tag);
  const numbers = (tag: number): number[] => {
    const entry = find(tag);
    const size = entry && NUMBER_BYTES[entry.type];
    if (entry === undefined || size === undefined) return [];
    return Array.from({ length: Math.min(entry.count, NUMBERS_MAX) }, (_, index) =>
      read(entry.valuesAt + index * size, size),
    );
  };
  return {
    start,
    end,
    next: read(end, sizes.place),
    entries,
    find,
    numbers,
    bytes: (tag, bytesMax) => {
      const entry = find(tag);
      return entry && block.subarray(entry.valuesAt, entry.valuesAt + Math.min(entry.bytes, bytesMax));
    },
    directory: (tag) => {
      const [at] = numbers(tag);
      return at === undefined ? undefined : readTiffDirectory(block, at);
    },
  };
}

/** Reads whole numbers of a block; beyond its end they are 0. */
function reader(block: Buffer): (at: number, byteLength: NumberBytes) => number {
  const isLittle = isLittleEndian(block);
  return (at, byteLength) => {
    if (at + byteLength > block.length) return 0;
    if (byteLength === 8) return Number(isLittle ? block.readBigUInt64LE(at) : block.readBigUInt64BE(at));
    return isLittle ? block.readUIntLE(at, byteLength) : block.readUIntBE(at, byteLength);
  };
}

/** The order of the bytes in a TIFF block. */
export const isLittleEndian = (block: Buffer): boolean => block[0] === 0x49;

/** What a page is (TIFF 6.0): a set of flags, and the older number. */
const [NEW_SUBFILE_TYPE, SUBFILE_TYPE] = [254, 255];
/** A smaller version of another page, and a mask for one. */
const [REDUCED, MASK] = [1, 4];
const OLD_REDUCED = 2;
/** Longer documents are scans, whose first page is a picture. */
const PAGES_MAX = 100;

/** The directories of the pages of a TIFF, in their order. */
export function tiffPages(file: Buffer): TiffDirectory[] {
  const pages: TiffDirectory[] = [];
  const starts = new Set<number>();
  let page = readTiffDirectory(file);
  while (page !== undefined && !starts.has(page.start) && pages.length < PAGES_MAX) {
    pages.push(page);
    starts.add(page.start);
    page = page.next === 0 ? undefined : readTiffDirectory(file, page.next);
  }
  return pages;
}

/** The number of the first page that is a picture of its own. @throws Error where there are thumbnails alone. */
export function firstPicture(file: Buffer): number {
  const pages = tiffPages(file);
  const found = pages.findIndex(isPicture);
  if (found === -1 && pages.length > 0)
    throw new Error("it is a camera's raw file, of which only a thumbnail can be read: convert it first");
  return Math.max(0, found);
}

function isPicture(page: TiffDirectory): boolean {
  const [flags = 0] = page.numbers(NEW_SUBFILE_TYPE);
  const [old = 0] = page.numbers(SUBFILE_TYPE);
  return (flags & (REDUCED | MASK)) === 0 && old !== OLD_REDUCED;
}
