import { beforeEach, expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import { by, call, point, retrievalForEach, towards } from '../support/retrieval-fixture.js';

describeOnIndexes('excluded words', (engine) => {
  const retrieval = retrievalForEach(engine);

  beforeEach(async () => {
    await retrieval.upsert(
      point('a:black-cat', { title: 'A black cat', tags: ['animal'], caption: towards(1) }),
      point('a:white-cat', { title: 'White cats', tags: ['animal'], caption: towards(2) }),
      point('a:dog', { title: 'A black dog', tags: ['animal'], caption: towards(3) }),
      point('a:cattle', { description: 'An animal: cattle', caption: towards(4) }),
      point('a:untitled', { caption: towards(5) }),
    );
  });

  const search = async (excludedWords: string[], rest = {}) =>
    (await retrieval.search({ words: 'animal', excludedWords, ...rest })).toSorted();

  test.each(['before', 'after'])(
    'images with the word in any form are left out, %s optimising',
    async (when) => {
      if (when === 'after') await retrieval.client.optimizeIndex({}, call());
      expect(await search(['cats'])).toEqual(['a:cattle', 'a:dog']);
      expect(await search(['cat', 'dogs'])).toEqual(['a:cattle']);
    },
  );

  test('of several words in one entry an image has to have all', async () => {
    expect(await search(['black cat'])).toEqual(['a:cattle', 'a:dog', 'a:white-cat']);
  });

  test('they hold for vectors and for unranked lists too, and words without a term exclude nothing', async () => {
    const caption = by({ caption: towards(0) });
    expect(await search(['cat'], { words: '', ...caption })).toEqual(['a:cattle', 'a:dog', 'a:untitled']);
    expect(await search(['cat'], { words: '' })).toEqual(['a:cattle', 'a:dog', 'a:untitled']);
    expect(await search(['the', "%' OR 1=1 --"])).toHaveLength(4);
  });
});
