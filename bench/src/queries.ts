import { chunk, IEND } from '@imagesearch/testkit/images/hostile/png';

/** Results of an answer. */
export const RESULTS = 10;

export const QUERIES = [
  'happy dog',
  'red apple',
  'canine',
  'man with a hat',
  'train station',
  'heart',
  'fire engine',
  'rain',
];

/** Round and round. */
export function of<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}

/** The same drawing in other bytes for each number, so that no cache knows it. */
export function neverSent(png: Buffer, number: number): Buffer {
  const note = chunk('tEXt', Buffer.from(`Comment\0${number}`, 'latin1'));
  return Buffer.concat([png.subarray(0, png.length - IEND.length), note, IEND]);
}
