import { greyOf, type GreyImage, type RgbPixels } from '../image.js';
import { cornersOf, MARGIN_PX, spreadOf } from './corners.js';

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

/** Bits of a description. */
const BITS = 128;
const BYTES_OF_BITS = BITS / 8;
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
 * stores hold text.
 */
function describe(pixels: RgbPixels, countMax: number): string {
  const image = greyOf(pixels);
  const { width, height } = image;
  const corners = spreadOf(cornersOf(image), countMax, image);
  const smooth = smoothOf(image);
  const packed = Buffer.alloc(2 + corners.length * CORNER_BYTES);
  packed.set([width - 1, height - 1]);
  for (const [corner, at] of corners.entries()) {
    const to = 2 + corner * CORNER_BYTES;
    const y = Math.floor(at / width);
    const x = at - y * width;
    packed[to] = x;
    packed[to + 1] = y;
    packColour(pixels, at, packed, to + POSITION_BYTES);
    packBits(smooth, x, y, packed, to + POSITION_BYTES + COLOUR_BYTES);
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

/** The mean of the nine pixels around each pixel; the edge repeats outside. Along the rows first, in single precision. */
function smoothOf({ values, width, height }: GreyImage): GreyImage {
  const rows = new Float32Array(values.length);
  const smooth = new Float32Array(values.length);
  const last = (height - 1) * width;
  for (let start = 0; start <= last; start += width) {
    for (let x = 0, at = start; x < width; x += 1, at += 1) {
      const [before, after] = [x === 0 ? at : at - 1, x === width - 1 ? at : at + 1];
      rows[at] = ((values[before] ?? 0) + (values[at] ?? 0) + (values[after] ?? 0)) / 3;
    }
  }
  for (let at = 0; at < rows.length; at += 1) {
    const [above, below] = [at < width ? at : at - width, at >= last ? at : at + width];
    smooth[at] = ((rows[above] ?? 0) + (rows[at] ?? 0) + (rows[below] ?? 0)) / 3;
  }
  return { values: smooth, width, height };
}

const REACH_PX = 12;
/** A smaller step between two places is none, so that plain areas have the same bits in every copy. */
const STEP_MIN = 3;

/** Which of two places around a corner is brighter, for each pair (Calonder et al., "BRIEF", 2010); into `packed` from `to` on. */
function packBits(image: GreyImage, x: number, y: number, packed: Uint8Array, to: number): void {
  for (let byte = 0; byte < BYTES_OF_BITS; byte += 1) {
    let bits = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const place = 4 * (8 * byte + bit);
      if (valueBeside(image, x, y, place) > valueBeside(image, x, y, place + 2) + STEP_MIN) bits |= 1 << bit;
    }
    packed[to + byte] = bits;
  }
}

/** A place outside of the image is moved to its edge. */
function valueBeside({ values, width, height }: GreyImage, x: number, y: number, place: number): number {
  const across = Math.min(width - 1, Math.max(0, x + (PLACES[place] ?? 0)));
  const down = Math.min(height - 1, Math.max(0, y + (PLACES[place + 1] ?? 0)));
  return values[down * width + across] ?? 0;
}

/** Two places for each bit, x and y of each in pixels from the corner; denser near it. Part of what indexes store. */
const PLACES = placesOf(BITS);

function placesOf(pairs: number): Int8Array {
  let state = 12_345;
  // A linear congruential generator; the sum of four is nearly normal.
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Int8Array.from({ length: 4 * pairs }, () => {
    const normal = 1.73 * (next() + next() + next() + next() - 2);
    return Math.max(-REACH_PX, Math.min(REACH_PX, Math.round((normal * REACH_PX) / 2)));
  });
}
