import { bitsSet } from '../bits.js';
import { WORDS_PER_CORNER, type DescribedCopy } from './described-copy.js';

/** Read once: a test runner looks up a global slowly. */
const { abs } = Math;

/** Corners of two copies that look alike; entry i of each list is of pair i. Pixels of the own copy. */
export interface CornerPairs {
  count: number;
  /** In the copy of the part. */
  partX: Float32Array;
  partY: Float32Array;
  /** In the copy of the whole image. */
  wholeX: Float32Array;
  wholeY: Float32Array;
}

/** Bits of 128 in which the same corner differs in two copies, at most. */
const BITS_MAX = 26;
/** And its mean colour: the sum over the channels of 0 to 255. Copies in other colours are other images. */
const COLOUR_MAX = 60;

/** For each corner of the whole image the corner of the part that is most alike, where one is. */
export function pairsOf(whole: DescribedCopy, part: DescribedCopy): CornerPairs {
  const pairs = emptyPairs(whole.count);
  for (let corner = 0; corner < whole.count; corner += 1) {
    const other = mostAlike(whole, corner, part);
    if (other === undefined) continue;
    pairs.wholeX[pairs.count] = whole.xs[corner] ?? 0;
    pairs.wholeY[pairs.count] = whole.ys[corner] ?? 0;
    pairs.partX[pairs.count] = part.xs[other] ?? 0;
    pairs.partY[pairs.count] = part.ys[other] ?? 0;
    pairs.count += 1;
  }
  return pairs;
}

function emptyPairs(countMax: number): CornerPairs {
  const numbers = (): Float32Array => new Float32Array(countMax);
  return { count: 0, partX: numbers(), partY: numbers(), wholeX: numbers(), wholeY: numbers() };
}

/** Plain numbers, because a search compares a million. */
function mostAlike(whole: DescribedCopy, corner: number, part: DescribedCopy): number | undefined {
  const from = corner * WORDS_PER_CORNER;
  const [a = 0, b = 0, c = 0, d = 0] = whole.bits.subarray(from, from + WORDS_PER_CORNER);
  const [red = 0, green = 0, blue = 0] = whole.colours.subarray(3 * corner, 3 * corner + 3);
  const { bits, colours } = part;
  let best: number | undefined;
  let fewest = BITS_MAX + 1;
  for (let other = 0; other < part.count; other += 1) {
    const colour = 3 * other;
    const colourOff =
      abs(red - (colours[colour] ?? 0)) +
      abs(green - (colours[colour + 1] ?? 0)) +
      abs(blue - (colours[colour + 2] ?? 0));
    if (colourOff > COLOUR_MAX) continue;
    const at = other * WORDS_PER_CORNER;
    const half = bitsSet(a ^ (bits[at] ?? 0)) + bitsSet(b ^ (bits[at + 1] ?? 0));
    if (half >= fewest) continue;
    const differing = half + bitsSet(c ^ (bits[at + 2] ?? 0)) + bitsSet(d ^ (bits[at + 3] ?? 0));
    if (differing >= fewest) continue;
    fewest = differing;
    best = other;
  }
  return best;
}
