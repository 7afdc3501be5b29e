import { expect, test } from '@jest/globals';
import { RecentDecodes } from '../src/recent-decodes.js';

const fileOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const copyOf = (value: number) => ({ data: Uint8Array.of(value, value, value), width: 1, height: 1 });

test('the copy of a file is found by equal bytes, and given once', () => {
  const decodes = new RecentDecodes();
  decodes.keep(fileOf('one'), copyOf(1));
  decodes.keep(fileOf('other'), copyOf(2));
  for (const text of ['othes', 'other ']) expect(decodes.take(fileOf(text))).toBeUndefined();
  expect(decodes.take(Buffer.from('other'))).toEqual(copyOf(2));
  expect(decodes.take(fileOf('other'))).toBeUndefined();
  expect(decodes.take(fileOf('one'))).toEqual(copyOf(1));
});

test('the copies of the four files that came last are kept', () => {
  const decodes = new RecentDecodes();
  for (let at = 0; at < 5; at += 1) decodes.keep(fileOf(`file ${at}`), copyOf(at));
  const found = [0, 1, 2, 3, 4].map((at) => decodes.take(fileOf(`file ${at}`))?.data[0]);
  expect(found).toEqual([undefined, 1, 2, 3, 4]);
});
