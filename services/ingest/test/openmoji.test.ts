import { expect, test } from '@jest/globals';
import { openOpenMoji } from '../src/sources/openmoji.js';
import { itemsOf } from './support/entries.js';

/** The demonstration prints its requests when the index holds this many. */
const FIRST_IMAGES = 40;

test('what the printed requests ask for comes first, and the order is the same each time', async () => {
  const source = openOpenMoji();
  const assets = await itemsOf(source);
  const first = assets.slice(0, FIRST_IMAGES).map(({ assetId }) => assetId);
  for (const code of ['1F63A', '1F638', '1F339', '1F33A', '1F34E'])
    expect(first).toContain(`openmoji:${code}`);
  // With a limit of few images, the images that the requests name are there.
  expect(first.slice(0, 7)).toEqual(
    ['1F63A', '1F638', '1F63B', '1F339', '1F33A', '1F337', '1F34E'].map((code) => `openmoji:${code}`),
  );
  expect(await itemsOf(openOpenMoji())).toEqual(assets);
  expect((await itemsOf(openOpenMoji('emoji')))[0]?.assetId).toBe('emoji:1F63A');
  expect(new Set(assets.map(({ assetId }) => assetId)).size).toBe(source.total);
});
