import { chunk, IEND } from '@imagesearch/testkit/images/hostile/png';

/** The same drawing in other bytes for each number, so that no cache knows it. */
export function neverSent(png: Buffer, number: number): Buffer {
  const note = chunk('tEXt', Buffer.from(`Comment\0${number}`, 'latin1'));
  return Buffer.concat([png.subarray(0, png.length - IEND.length), note, IEND]);
}
