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

/** The mean of the nine pixels around each pixel; the edge repeats outside. Along the rows first, in single precision. */
function smoothOf({ values, width, height }: GreyImage): GreyImage {
  const means = new Float32Array(values.length);
  const smooth = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += width) meanAlongRow(values, means, from, width);
  for (let y = 0; y < height; y += 1) {
    const from = y * width;
    const above = y === 0 ? from : from - width;
    const below = y === height - 1 ? from : from + width;
    for (let x = 0; x < width; x += 1) {
      smooth[from + x] = ((means[above + x] ?? 0) + (means[from + x] ?? 0) + (means[below + x] ?? 0)) / 3;
    }
  }
  return { values: smooth, width, height };
}

function meanAlongRow(values: Float32Array, means: Float32Array, from: number, width: number): void {
  const last = from + width - 1;
  let before = values[from] ?? 0;
  let own = before;
  for (let at = from; at < last; at += 1) {
    const after = values[at + 1] ?? 0;
    means[at] = (before + own + after) / 3;
    before = own;
    own = after;
  }
  means[last] = (before + own + own) / 3;
}

const REACH_PX = 12;
/** A smaller step between two places is none, so that plain areas have the same bits in every copy. */
const STEP_MIN = 3;

/** Which of two places around a corner is brighter, for each pair (Calonder et al., "BRIEF", 2010). */
class CornerBits {
  readonly #image: GreyImage;
  /** From the corner to each place, in `values` of the image. */
  readonly #steps: Int32Array;
  /** The same for one corner near the edge. */
  readonly #stepsAtEdge = new Int32Array(2 * BITS);

  constructor(image: GreyImage) {
    this.#image = image;
    this.#steps = Int32Array.from(
      { length: 2 * BITS },
      (_, place) => (PLACES[2 * place] ?? 0) + (PLACES[2 * place + 1] ?? 0) * image.width,
    );
  }

  /** Into `packed` from `to` on. */
  pack(x: number, y: number, packed: Uint8Array, to: number): void {
    const { values, width } = this.#image;
    const corner = y * width + x;
    const steps = this.#isInside(x, y) ? this.#steps : this.#stepsWithin(x, y);
    for (let byte = 0; byte < BYTES_OF_BITS; byte += 1) {
      let bits = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const pair = 2 * (8 * byte + bit);
        const one = values[corner + (steps[pair] ?? 0)] ?? 0;
        const other = values[corner + (steps[pair + 1] ?? 0)] ?? 0;
        if (one > other + STEP_MIN) bits |= 1 << bit;
      }
      packed[to + byte] = bits;
    }
  }

  #isInside(x: number, y: number): boolean {
    const { width, height } = this.#image;
    return Math.min(x, y, width - 1 - x, height - 1 - y) >= REACH_PX;
  }

  /** A place outside of the image is moved to its edge. */
  #stepsWithin(x: number, y: number): Int32Array {
    const { width, height } = this.#image;
    const steps = this.#stepsAtEdge;
    for (let place = 0; place < steps.length; place += 1) {
      const across = Math.min(width - 1 - x, Math.max(-x, PLACES[2 * place] ?? 0));
      const down = Math.min(height - 1 - y, Math.max(-y, PLACES[2 * place + 1] ?? 0));
      steps[place] = across + down * width;
    }
    return steps;
  }
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
