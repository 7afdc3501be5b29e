import type { FilePart } from '../byte-range.js';

/** A piece of a file that is sent: bytes of its own, or a part of the stored file. */
export type Piece = Buffer | FilePart;

export function bytesOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The same pieces, with neighbouring parts of the stored file as one. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    const follows =
      last !== undefined &&
      !Buffer.isBuffer(last) &&
      !Buffer.isBuffer(piece) &&
      last.offset + last.length === piece.offset;
    if (follows) whole[whole.length - 1] = { offset: last.offset, length: last.length + piece.length };
    else whole.push(piece);
  }
  return whole;
}

/** The pieces that make up a part of the whole. */
export function partOfPieces(pieces: readonly Piece[], { offset, length }: FilePart): Piece[] {
  const end = offset + length;
  let start = 0;
  return pieces.flatMap((piece): Piece[] => {
    const from = Math.max(offset, start) - start;
    const to = Math.min(end, start + piece.length) - start;
    start += piece.length;
    if (to <= from) return [];
    return Buffer.isBuffer(piece)
      ? [piece.subarray(from, to)]
      : [{ offset: piece.offset + from, length: to - from }];
  });
}
