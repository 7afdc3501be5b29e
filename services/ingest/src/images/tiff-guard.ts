import { DECODER_BYTES_MAX } from '@imagesearch/service-kit/image/decoder-bytes';
import { FILE_PIXELS_MAX } from '@imagesearch/facets/limits';
import { AssetFault } from '../pipeline/asset-fault.js';
import { readTiffDirectory } from './tiff-directory.js';

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

/** Refuses a file that would cost a decoder much before it shows. Only its first directory is read. @throws AssetFault */
export function checkTiff(bytes: Buffer): void {
  const directory = readTiffDirectory(bytes);
  if (directory === undefined) throw new AssetFault('the image cannot be read: it is damaged or cut off');
  const first = (tag: number, otherwise: number): number => directory.numbers(tag)[0] ?? otherwise;
  const [width, height] = [first(WIDTH, 0), first(HEIGHT, 0)];
  if (width * height === 0) throw new AssetFault('the image cannot be read: it declares no size');
  if (width * height > FILE_PIXELS_MAX)
    throw new AssetFault(`the image has ${width} × ${height} pixels, and ${FILE_PIXELS_MAX} can be decoded`);
  if (!COMPRESSIONS.has(first(COMPRESSION, 1)))
    throw new AssetFault(
      `the image cannot be read: its compression (${first(COMPRESSION, 1)}) is not supported`,
    );
  const pixelBytes = (Math.max(8, first(BITS_PER_SAMPLE, 8)) / 8) * first(SAMPLES_PER_PIXEL, 1);
  const blockWidth = first(TILE_WIDTH, width);
  const blockHeight = first(TILE_HEIGHT, Math.min(height, first(ROWS_PER_STRIP, height)));
  if (blockWidth * blockHeight * pixelBytes > DECODER_BYTES_MAX)
    throw new AssetFault('the image is stored in one piece that is too large to decode');
}
