import { expect, test } from '@jest/globals';
import { RecentQueries } from '../src/app/recent-queries.js';

const fileOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const copyOf = (value: number) => ({ data: Uint8Array.of(value, value, value), width: 1, height: 1 });

test('the copy of a file is found by equal bytes, and given once', () => {
  const queries = new RecentQueries();
  queries.keep(fileOf('one'), copyOf(1));
  queries.keep(fileOf('other'), copyOf(2));
  for (const text of ['othes', 'other ']) expect(queries.take(fileOf(text))).toBeUndefined();
  expect(queries.take(Buffer.from('other'))).toEqual(copyOf(2));
  expect(queries.take(fileOf('other'))).toBeUndefined();
  expect(queries.take(fileOf('one'))).toEqual(copyOf(1));
});

test('the copies of the eight files that came last are kept', () => {
  const queries = new RecentQueries();
  for (let at = 0; at < 9; at += 1) queries.keep(fileOf(`file ${at}`), copyOf(at));
  const found = Array.from({ length: 9 }, (_, at) => queries.take(fileOf(`file ${at}`))?.data[0]);
  expect(found).toEqual([undefined, 1, 2, 3, 4, 5, 6, 7, 8]);
});
