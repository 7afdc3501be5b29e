import { expect, test } from '@jest/globals';
import { memoryInUse } from '@imagesearch/testkit/processes/memory-in-use';
import { readDictionaries } from '../src/app/read-dictionaries.js';
import { checkSpelling } from '../src/domain/spelling/check-spelling.js';
import { VocabularyBuilder } from '../src/domain/spelling/vocabulary.js';

/** Less than any dictionary or language takes: the smallest takes 700 kB. */
const KEPT_MAX = 400_000;

/** A first search that read them would wait for half a second, and on a busy machine be searched as written. */
test('the first query that is misspelt or in another language reads no dictionary any more', async () => {
  const vocabulary = await new VocabularyBuilder().build(() => Promise.resolve());
  const check = (query: string) =>
    checkSpelling(query, vocabulary, {
      exact: false,
      languages: { stated: undefined, read: [] },
      ask: () => Promise.resolve(new Set()),
    });
  await readDictionaries();
  // The code of a check, and of the measuring, takes memory once. A word of WordNet is looked up nowhere else.
  await check('dog');
  memoryInUse();
  for (const query of ['dgo', 'Schmetterling', '赤い🔴', '苹果', 'собака', '개']) {
    const read = memoryInUse();
    await check(query);
    expect({ query, kept: Math.max(KEPT_MAX, memoryInUse() - read) }).toEqual({ query, kept: KEPT_MAX });
  }
});
