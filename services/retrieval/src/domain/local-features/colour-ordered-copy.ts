import { WORDS_PER_CORNER, type DescribedCopy } from './described-copy.js';

/** A copy whose corners are in the order of their brightness, so that those of about one colour are beside each other. */
export interface ColourOrderedCopy extends DescribedCopy {
  /** Red, green and blue of each corner in one sum; rises. */
  sums: Uint16Array;
  /** The position of each corner before it was ordered. */
  positions: Uint16Array;
}

export function orderedByColour(copy: DescribedCopy): ColourOrderedCopy {
  const { count, colours } = copy;
  const sumOf = (corner: number): number =>
    (colours[3 * corner] ?? 0) + (colours[3 * corner + 1] ?? 0) + (colours[3 * corner + 2] ?? 0);
  const positions = Uint16Array.from({ length: count }, (_, corner) => corner);
  positions.sort((one, other) => sumOf(one) - sumOf(other));
  const bits = new Int32Array(copy.bits.length);
  const ordered = new Uint8Array(colours.length);
  positions.forEach((corner, at) => {
    bits.set(
      copy.bits.subarray(corner * WORDS_PER_CORNER, (corner + 1) * WORDS_PER_CORNER),
      at * WORDS_PER_CORNER,
    );
    ordered.set(colours.subarray(3 * corner, 3 * corner + 3), 3 * at);
  });
  return {
    ...copy,
    xs: copy.xs.map((_, at) => copy.xs[positions[at] ?? 0] ?? 0),
    ys: copy.ys.map((_, at) => copy.ys[positions[at] ?? 0] ?? 0),
    colours: ordered,
    bits,
    sums: positions.map(sumOf),
    positions,
  };
}
