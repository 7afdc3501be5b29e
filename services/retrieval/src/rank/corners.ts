import { bitsSetInBoth } from './hashes.js';

/** Bits of 128 in which the same corner differs in two copies, at most. */
const BITS_MAX = 26;
/** And its mean colour: the sum over the channels of 0 to 255. Copies in other colours are other images. */
const COLOUR_MAX = 60;

/** Corners of two copies that look alike, at their pixels of each copy. */
export interface CornerPair {
  part: { x: number; y: number };
  whole: { x: number; y: number };
}

/** For each corner of the whole image the corner of the part that is most alike, where one is. */
export function pairsOf(whole: DescribedCopy, part: DescribedCopy): CornerPair[] {
  const pairs: CornerPair[] = [];
  for (let corner = 0; corner < whole.count; corner += 1) {
    const other = mostAlike(whole, corner, part);
    if (other !== undefined) pairs.push({ part: placeOf(part, other), whole: placeOf(whole, corner) });
  }
  return pairs;
}

function placeOf({ xs, ys }: DescribedCopy, corner: number): { x: number; y: number } {
  return { x: xs[corner] ?? 0, y: ys[corner] ?? 0 };
}

/** Plain numbers, because a search compares millions. Of equally alike corners the first counts. */
function mostAlike(
  { bits: own, colours: ownColours }: DescribedCopy,
  corner: number,
  { bits, colours, count }: DescribedCopy,
): number | undefined {
  const from = corner * WORDS_PER_CORNER;
  const [a, b, c, d] = [own[from] ?? 0, own[from + 1] ?? 0, own[from + 2] ?? 0, own[from + 3] ?? 0];
  const red = ownColours[3 * corner] ?? 0;
  const green = ownColours[3 * corner + 1] ?? 0;
  const blue = ownColours[3 * corner + 2] ?? 0;
  let best: number | undefined;
  let fewest = BITS_MAX + 1;
  for (let other = 0; other < count; other += 1) {
    const colour = 3 * other;
    const colourOff =
      Math.abs(red - (colours[colour] ?? 0)) +
      Math.abs(green - (colours[colour + 1] ?? 0)) +
      Math.abs(blue - (colours[colour + 2] ?? 0));
    if (colourOff > COLOUR_MAX) continue;
    const at = other * WORDS_PER_CORNER;
    const half = bitsSetInBoth(a ^ (bits[at] ?? 0), b ^ (bits[at + 1] ?? 0));
    if (half >= fewest) continue;
    const differing = half + bitsSetInBoth(c ^ (bits[at + 2] ?? 0), d ^ (bits[at + 3] ?? 0));
    if (differing >= fewest) continue;
    fewest = differing;
    best = other;
  }
  return best;
}

/** The corners of one copy of an image, as the embedding service packs them (its `domain/local-features`). */
export interface DescribedCopy {
  width: number;
  height: number;
  count: number;
  /** Position of each corner, pixels. */
  xs: Uint8Array;
  ys: Uint8Array;
  /** Mean red, green and blue around each corner. */
  colours: Uint8Array;
  /** Four words of 32 bits for each corner. */
  bits: Int32Array;
}

const WORDS_PER_CORNER = 4;
const HEADER_BYTES = 2;
const COLOUR_FROM = 2;
const CHANNELS = 3;
const BITS_FROM = COLOUR_FROM + CHANNELS;
const CORNER_BYTES = BITS_FROM + 4 * WORDS_PER_CORNER;

/** Undefined when it is not packed in this form. */
export function unpacked(features: string): DescribedCopy | undefined {
  const packed = Buffer.from(features, 'base64');
  const count = (packed.length - HEADER_BYTES) / CORNER_BYTES;
  if (count < 0 || !Number.isInteger(count)) return undefined;
  const copy: DescribedCopy = {
    width: packed.readUInt8(0) + 1,
    height: packed.readUInt8(1) + 1,
    count,
    xs: new Uint8Array(count),
    ys: new Uint8Array(count),
    colours: new Uint8Array(CHANNELS * count),
    bits: new Int32Array(WORDS_PER_CORNER * count),
  };
  for (let corner = 0; corner < count; corner += 1) {
    const from = HEADER_BYTES + corner * CORNER_BYTES;
    copy.xs[corner] = packed.readUInt8(from);
    copy.ys[corner] = packed.readUInt8(from + 1);
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      copy.colours[CHANNELS * corner + channel] = packed[from + COLOUR_FROM + channel] ?? 0;
    }
    for (let word = 0; word < WORDS_PER_CORNER; word += 1) {
      copy.bits[corner * WORDS_PER_CORNER + word] = packed.readInt32LE(from + BITS_FROM + 4 * word);
    }
  }
  return copy;
}
