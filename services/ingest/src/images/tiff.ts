import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { AssetFault } from '../asset-failure.js';
import { IMAGE_BYTES_MAX } from './decoder.js';

/** Tags of TIFF 6.0. */
const WIDTH = 256;
const HEIGHT = 257;
const BITS_PER_SAMPLE = 258;
const COMPRESSION = 259;
const SAMPLES_PER_PIXEL = 277;
const ROWS_PER_STRIP = 278;
const TILE_WIDTH = 322;
const TILE_HEIGHT = 323;

/** None, CCITT, LZW, JPEG, Deflate and PackBits. Each is bounded by the size of a strip. */
const COMPRESSIONS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 8, 32_773, 32_946]);

/** SHORT and LONG. Decoders read these tags in other types too, some of which cannot be read here. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([3, 4]);
/** A strip or a tile is held as it is stored, and three times with eight bits a sample on its way to the copy. */
const EIGHT_BIT_COPIES = 3;

/** Refuses a file that would cost a decoder much before it shows. Only its first directory is read. @throws AssetFault */
export function checkTiff(bytes: Buffer): void {
  const directory = readTiffDirectory(bytes);
  if (directory === undefined) throw new AssetFault('the image cannot be read: it is damaged or cut off');
  const most = (tag: number, otherwise: number): number => mostOf(directory, tag) ?? otherwise;
  const [width, height] = [most(WIDTH, 0), most(HEIGHT, 0)];
  if (width * height === 0) throw new AssetFault('the image cannot be read: it declares no size');
  if (width * height > FILE_PIXELS_MAX)
    throw new AssetFault(`the image has ${width} × ${height} pixels, and ${FILE_PIXELS_MAX} can be decoded`);
  if (!COMPRESSIONS.has(most(COMPRESSION, 1)))
    throw new AssetFault(
      `the image cannot be read: its compression (${most(COMPRESSION, 1)}) is not supported`,
    );
  const sampleBytes = Math.max(8, most(BITS_PER_SAMPLE, 8)) / 8 + EIGHT_BIT_COPIES;
  const blockWidth = most(TILE_WIDTH, width);
  const blockHeight = most(TILE_HEIGHT, Math.min(height, most(ROWS_PER_STRIP, height) || height));
  if (blockWidth * blockHeight * most(SAMPLES_PER_PIXEL, 1) * sampleBytes > IMAGE_BYTES_MAX)
    throw new AssetFault('the image is stored in one piece that is too large to decode');
}

/** The largest number of a tag; undefined when there is no such tag. */
function mostOf(directory: TiffDirectory, tag: number): number | undefined {
  const type = directory.type(tag);
  if (type === undefined) return undefined;
  if (!NUMBER_TYPES.has(type))
    throw new AssetFault(`the image cannot be read: its tag ${tag} is of the type ${type}`);
  return Math.max(0, ...directory.numbers(tag));
}

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
