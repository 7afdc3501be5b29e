import type { RgbPixels } from '../pixels.js';
import { cornersOf, spreadOf, type Corner } from './corners.js';
import { blur, greyOf, type GreyImage } from './grey-image.js';

/** Read once: a test runner looks up a global slowly. */
const { imul, max, min, round } = Math;

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
/** Bits of a description. */
const BITS = 128;
const CORNER_BYTES = POSITION_BYTES + COLOUR_BYTES + BITS / 8;
/** Distance from the corner to the edges of the square whose mean colour is kept. */
const COLOUR_REACH_PX = 3;
const REACH_PX = 12;
/** A smaller step between two places is none, so that plain areas have the same bits in every copy. */
const STEP_MIN = 3;

/** Of an image that is indexed; its longest edge is at most `INDEXED_EDGE_PX`. */
export function localFeaturesOf(pixels: RgbPixels): string {
  return describe(pixels, INDEXED_FEATURES);
}

/** Of a query image; its longest edge is one of `QUERY_EDGES_PX`, or shorter for a small image. */
export function queryFeaturesOf(pixels: RgbPixels): string[] {
  if (min(pixels.width, pixels.height) < SHORT_EDGE_MIN_PX) return [];
  const share = max(pixels.width, pixels.height) / INDEXED_EDGE_PX;
  return [describe(pixels, max(QUERY_FEATURES_SMALL, round(QUERY_FEATURES * share)))];
}

/**
 * Width and height less one, then for each corner its position, its colour and its bits, all in bytes. As base64, because
 * journals and stores hold text.
 */
function describe(pixels: RgbPixels, countMax: number): string {
  const image = greyOf(pixels);
  const corners = spreadOf(cornersOf(image), countMax, image);
  const smooth = blur(image, 1);
  const packed = Buffer.alloc(2 + corners.length * CORNER_BYTES);
  packed.set([image.width - 1, image.height - 1]);
  corners.forEach((corner, at) => {
    const described = [corner.x, corner.y, ...colourAt(pixels, corner), ...bitsOf(smooth, corner)];
    packed.set(described, 2 + at * CORNER_BYTES);
  });
  return packed.toString('base64');
}

/** Mean of each channel around the corner. */
function colourAt({ data, width, height }: RgbPixels, { x, y }: Corner): number[] {
  const [left, right] = [max(0, x - COLOUR_REACH_PX), min(width - 1, x + COLOUR_REACH_PX)];
  const [top, bottom] = [max(0, y - COLOUR_REACH_PX), min(height - 1, y + COLOUR_REACH_PX)];
  let [red, green, blue] = [0, 0, 0];
  for (let row = top; row <= bottom; row += 1) {
    for (let at = 3 * (row * width + left); at <= 3 * (row * width + right); at += 3) {
      red += data[at] ?? 0;
      green += data[at + 1] ?? 0;
      blue += data[at + 2] ?? 0;
    }
  }
  const count = (right - left + 1) * (bottom - top + 1);
  return [red, green, blue].map((sum) => round(sum / count));
}

/** Which of two places around the corner is brighter, for each pair (Calonder et al., "BRIEF", 2010). */
function bitsOf({ values, width, height }: GreyImage, { x, y }: Corner): Uint8Array {
  const bits = new Uint8Array(BITS / 8);
  const at = (place: number): number => {
    const column = min(width - 1, max(0, x + (PLACES[place] ?? 0)));
    const row = min(height - 1, max(0, y + (PLACES[place + 1] ?? 0)));
    return values[row * width + column] ?? 0;
  };
  for (let bit = 0; bit < BITS; bit += 1) {
    if (at(4 * bit) > at(4 * bit + 2) + STEP_MIN) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return bits;
}

/** Two places for each bit, x and y of each in pixels from the corner; denser near it. Part of what indexes store. */
const PLACES = placesOf(BITS);

function placesOf(pairs: number): Int8Array {
  let state = 12_345;
  // A linear congruential generator; the sum of four is nearly normal.
  const next = (): number => {
    state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Int8Array.from({ length: 4 * pairs }, () => {
    const normal = 1.73 * (next() + next() + next() + next() - 2);
    return max(-REACH_PX, min(REACH_PX, round((normal * REACH_PX) / 2)));
  });
}
