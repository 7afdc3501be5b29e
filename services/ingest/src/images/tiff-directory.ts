/** Far more than any camera or editor writes. */
const ENTRIES_MAX = 1_000;
const ENTRY_BYTES = 12;
const NUMBERS_MAX = 16;
/** Bytes by type: BYTE, ASCII, SHORT, LONG, UNDEFINED. */
const TYPE_BYTES: Readonly<Record<number, 1 | 2 | 4>> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1 };

/** A directory of TIFF tags, as TIFF and EXIF have it. Values are read when they are asked for, and only so many bytes. */
export interface TiffDirectory {
  /** The first whole numbers of a tag. */
  numbers(tag: number): number[];
  /** The type of a tag's values, as TIFF numbers it; undefined when there is no such tag. */
  type(tag: number): number | undefined;
  /** The bytes of a tag, at most this many; undefined when there is no such tag. */
  bytes(tag: number, bytesMax: number): Buffer | undefined;
  /** Another directory that a tag points to. */
  directory(tag: number): TiffDirectory | undefined;
}

/** The first directory of a TIFF block, or the one at this offset; undefined when it is no such block. */
export function readTiffDirectory(block: Buffer, offset?: number): TiffDirectory | undefined {
  const order = block.toString('latin1', 0, 2);
  if (block.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const read = (at: number, byteLength: 1 | 2 | 4): number => {
    if (at + byteLength > block.length) return 0;
    return order === 'II' ? block.readUIntLE(at, byteLength) : block.readUIntBE(at, byteLength);
  };
  const start = offset ?? read(4, 4);
  const count = read(start, 2);
  if (count === 0 || count > ENTRIES_MAX) return undefined;
  const entries = new Map<number, number>();
  for (let entry = 0; entry < count; entry += 1) {
    const at = start + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > block.length) break;
    if (!entries.has(read(at, 2))) entries.set(read(at, 2), at);
  }
  /** Where the values of a tag lie: in the entry itself when four bytes hold them. */
  const valuesOf = (tag: number): { at: number; size: 1 | 2 | 4; count: number } | undefined => {
    const at = entries.get(tag);
    const size = at === undefined ? undefined : TYPE_BYTES[read(at + 2, 2)];
    if (at === undefined || size === undefined) return undefined;
    const values = read(at + 4, 4);
    return { at: values * size <= 4 ? at + 8 : read(at + 8, 4), size, count: values };
  };
  const numbers = (tag: number): number[] => {
    const values = valuesOf(tag);
    if (values === undefined) return [];
    return Array.from({ length: Math.min(values.count, NUMBERS_MAX) }, (_, index) =>
      read(values.at + index * values.size, values.size),
    );
  };
  return {
    numbers,
    type: (tag) => {
      const at = entries.get(tag);
      return at === undefined ? undefined : read(at + 2, 2);
    },
    bytes: (tag, bytesMax) => {
      const values = valuesOf(tag);
      if (values === undefined) return undefined;
      return block.subarray(values.at, values.at + Math.min(values.count * values.size, bytesMax));
    },
    directory: (tag) => {
      const [at] = numbers(tag);
      return at === undefined ? undefined : readTiffDirectory(block, at);
    },
  };
}
