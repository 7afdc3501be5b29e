import type { RgbPixels } from '../pixels.js';
import { BYTES_OF_BITS, CornerBits } from './corner-bits.js';
import { cornersOf, MARGIN_PX } from './corners.js';
import { greyOf, smoothOf } from './grey-image.js';
import { spreadOf } from './spread-corners.js';

/** Longest edge of the copy that an indexed image is described on. Coordinates are one byte each. */
export const INDEXED_EDGE_PX = 256;

/** Each takes 21 bytes. */
const INDEXED_FEATURES = 96;
/** A query is described in more places, because those of the indexed image have to be among them. */
const QUERY_FEATURES = 260;
const QUERY_FEATURES_SMALL = 65;

/** A cut-out is compared in each of these sizes: in one of them it has about the scale of the image that it was cut out of. */
export const QUERY_EDGES_PX = [256, 203, 161, 128, 102, 81, 64] as const;
/** A smaller copy shows nothing. */
const SHORT_EDGE_MIN_PX = 16;

const POSITION_BYTES = 2;
const COLOUR_BYTES = 3;
const CORNER_BYTES = POSITION_BYTES + COLOUR_BYTES + BYTES_OF_BITS;
/** Distance from the corner to the edges of the square whose mean colour is kept; it never leaves the image. */
const COLOUR_REACH_PX = MARGIN_PX - 1;
const COLOUR_PIXELS = (2 * COLOUR_REACH_PX + 1) ** 2;

/** Of an image that is indexed; its longest edge is at most `INDEXED_EDGE_PX`. */
export function localFeaturesOf(pixels: RgbPixels): string {
  return describe(pixels, INDEXED_FEATURES);
}

/** Of a query image; its longest edge is one of `QUERY_EDGES_PX`, or shorter for a small image. */
export function queryFeaturesOf(pixels: RgbPixels): string[] {
  if (Math.min(pixels.width, pixels.height) < SHORT_EDGE_MIN_PX) return [];
  const share = Math.max(pixels.width, pixels.height) / INDEXED_EDGE_PX;
  return [describe(pixels, Math.max(QUERY_FEATURES_SMALL, Math.round(QUERY_FEATURES * share)))];
}

/**
 * Width and height less one, then for each corner its position, its colour and its bits, all in bytes. As base64, because
 * journals and stores hold text.
 */
function describe(pixels: RgbPixels, countMax: number): string {
  const image = greyOf(pixels);
  const { width, height } = image;
  const corners = spreadOf(cornersOf(image), countMax, image);
  const bits = new CornerBits(smoothOf(image));
  const packed = Buffer.alloc(2 + corners.length * CORNER_BYTES);
  packed.set([width - 1, height - 1]);
  for (let corner = 0, to = 2; corner < corners.length; corner += 1, to += CORNER_BYTES) {
    const at = corners[corner] ?? 0;
    const y = Math.floor(at / width);
    const x = at - y * width;
    packed[to] = x;
    packed[to + 1] = y;
    packColour(pixels, at, packed, to + POSITION_BYTES);
    bits.pack(x, y, packed, to + POSITION_BYTES + COLOUR_BYTES);
  }
  return packed.toString('base64');
}

/** Mean of each channel around the corner. */
function packColour({ data, width }: RgbPixels, corner: number, packed: Uint8Array, to: number): void {
  let [red, green, blue] = [0, 0, 0];
  for (let row = -COLOUR_REACH_PX; row <= COLOUR_REACH_PX; row += 1) {
    const middle = corner + row * width;
    const end = 3 * (middle + COLOUR_REACH_PX);
    for (let at = 3 * (middle - COLOUR_REACH_PX); at <= end; at += 3) {
      red += data[at] ?? 0;
      green += data[at + 1] ?? 0;
      blue += data[at + 2] ?? 0;
    }
  }
  packed[to] = Math.round(red / COLOUR_PIXELS);
  packed[to + 1] = Math.round(green / COLOUR_PIXELS);
  packed[to + 2] = Math.round(blue / COLOUR_PIXELS);
}
