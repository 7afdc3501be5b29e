import { bitsSetInBoth } from '../bits.js';
import type { ColourOrderedCopy } from './colour-ordered-copy.js';
import { WORDS_PER_CORNER, type DescribedCopy } from './described-copy.js';

/** Bits of 128 in which the same corner differs in two copies, at most. */
const BITS_MAX = 26;
/** And its mean colour: the sum over the channels of 0 to 255. Copies in other colours are other images. */
const COLOUR_MAX = 60;

const NONE = -1;

/** Corners of two copies that look alike; entry i of each list is of pair i. Pixels of the own copy. */
export class CornerPairs {
  count = 0;
  /** In the copy of the part. */
  readonly partX: Uint8Array;
  readonly partY: Uint8Array;
  /** In the copy of the whole image. */
  readonly wholeX: Uint8Array;
  readonly wholeY: Uint8Array;

  constructor(countMax: number) {
    this.partX = new Uint8Array(countMax);
    this.partY = new Uint8Array(countMax);
    this.wholeX = new Uint8Array(countMax);
    this.wholeY = new Uint8Array(countMax);
  }

  /** For each corner of the whole image the corner of the part that is most alike, where one is; in place of earlier pairs. */
  find(whole: DescribedCopy, part: ColourOrderedCopy): void {
    this.count = 0;
    for (let corner = 0; corner < whole.count; corner += 1) {
      const other = mostAlike(whole, corner, part);
      if (other === NONE) continue;
      this.wholeX[this.count] = whole.xs[corner] ?? 0;
      this.wholeY[this.count] = whole.ys[corner] ?? 0;
      this.partX[this.count] = part.xs[other] ?? 0;
      this.partY[this.count] = part.ys[other] ?? 0;
      this.count += 1;
    }
  }
}

/** Plain numbers, because a search compares a million. Of equally alike corners that counts which was described first. */
function mostAlike(
  { bits: own, colours: ownColours }: DescribedCopy,
  corner: number,
  part: ColourOrderedCopy,
): number {
  const from = corner * WORDS_PER_CORNER;
  const [a, b, c, d] = [own[from] ?? 0, own[from + 1] ?? 0, own[from + 2] ?? 0, own[from + 3] ?? 0];
  const red = ownColours[3 * corner] ?? 0;
  const green = ownColours[3 * corner + 1] ?? 0;
  const blue = ownColours[3 * corner + 2] ?? 0;
  const { bits, colours, sums, positions, count } = part;
  const sumMax = red + green + blue + COLOUR_MAX;
  let best = NONE;
  let fewest = BITS_MAX;
  for (let other = firstFrom(sums, sumMax - 2 * COLOUR_MAX); other < count; other += 1) {
    if ((sums[other] ?? 0) > sumMax) break;
    const colour = 3 * other;
    const colourOff =
      Math.abs(red - (colours[colour] ?? 0)) +
      Math.abs(green - (colours[colour + 1] ?? 0)) +
      Math.abs(blue - (colours[colour + 2] ?? 0));
    if (colourOff > COLOUR_MAX) continue;
    const at = other * WORDS_PER_CORNER;
    const half = bitsSetInBoth(a ^ (bits[at] ?? 0), b ^ (bits[at + 1] ?? 0));
    if (half > fewest) continue;
    const differing = half + bitsSetInBoth(c ^ (bits[at + 2] ?? 0), d ^ (bits[at + 3] ?? 0));
    if (differing > fewest) continue;
    const isBefore = best === NONE || (positions[other] ?? 0) < (positions[best] ?? 0);
    if (differing === fewest && !isBefore) continue;
    fewest = differing;
    best = other;
  }
  return best;
}

/** The first position whose value is not below this one. */
function firstFrom(sums: Uint16Array, least: number): number {
  let [from, to] = [0, sums.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sums[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
