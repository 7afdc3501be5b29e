import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { readTiffDirectory, type TiffDirectory } from '@imagesearch/service-kit/image/tiff-directory';
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
  const entry = directory.find(tag);
  if (entry === undefined) return undefined;
  if (!NUMBER_TYPES.has(entry.type))
    throw new AssetFault(`the image cannot be read: its tag ${tag} is of the type ${entry.type}`);
  return Math.max(0, ...directory.numbers(tag));
}
