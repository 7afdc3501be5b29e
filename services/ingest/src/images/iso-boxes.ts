/** A box of an ISO base media file (ISO/IEC 14496-12). */
export interface Box {
  kind: string;
  data: Buffer;
}

const BOXES_MAX = 1_000;
const HEAD_BYTES = 8;
/** Version and flags of a "full" box. */
export const FULL_BOX_BYTES = 4;

/** The boxes of a block, in one pass; a box that is cut off ends the list. */
export function boxesIn(block: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= block.length && boxes.length < BOXES_MAX) {
    const declared = block.readUInt32BE(at);
    // 0 means up to the end. A box of 64 bits holds pixels and is not entered.
    const length = declared === 0 ? block.length - at : declared;
    if (length < HEAD_BYTES || at + length > block.length) break;
    boxes.push({
      kind: block.toString('latin1', at + 4, at + 8),
      data: block.subarray(at + HEAD_BYTES, at + length),
    });
    at += length;
  }
  return boxes;
}
