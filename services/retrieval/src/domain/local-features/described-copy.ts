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

export const WORDS_PER_CORNER = 4;
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
