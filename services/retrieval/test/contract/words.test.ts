import { expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import { call, point, retrievalForEach } from '../support/retrieval-fixture.js';

describeOnIndexes('the word list', (engine) => {
  const retrieval = retrievalForEach(engine);

  test('any word of a query matches, in title, tags and description, whatever its form, case and accents', async () => {
    await retrieval.upsert(
      point('a:title', { title: 'A Snow-covered café' }),
      point('a:tags', { title: 'x', tags: ['Running dogs', 'forest'] }),
      point('a:description', { description: 'Two people walked beside the river.' }),
      point('a:other', { title: 'the', description: 'nothing of the kind' }),
    );
    for (const round of ['before', 'after']) {
      expect([round, await retrieval.search({ words: 'cafe' })]).toEqual([round, ['a:title']]);
      expect([round, await retrieval.search({ words: 'DOG zebra' })]).toEqual([round, ['a:tags']]);
      expect([round, await retrieval.search({ words: 'rivers' })]).toEqual([round, ['a:description']]);
      expect([round, (await retrieval.search({ words: 'snow forest river' })).toSorted()]).toEqual([
        round,
        ['a:description', 'a:tags', 'a:title'],
      ]);
      expect([round, await retrieval.search({ words: 'the' })]).toEqual([round, []]);
      await retrieval.client.optimizeIndex({}, call());
    }
  });

  test('a word in a title outweighs the same word in a description, and a rare word a common one', async () => {
    await retrieval.upsert(
      point('a:mentioned', { title: 'Garden', description: 'A lighthouse stands far behind' }),
      point('a:named', { title: 'Lighthouse', description: 'A garden stands far behind' }),
      ...Array.from({ length: 8 }, (_, position) => point(`b:${position}`, { title: 'Garden' })),
    );
    const ids = await retrieval.search({ words: 'lighthouse garden' });
    expect(ids.slice(0, 2)).toEqual(['a:named', 'a:mentioned']);
  });

  test.each([
    `' OR 1=1 --`,
    `"; DROP TABLE points; --`,
    `title:(mountain AND`,
    `+mountain -house ~2 ^3 *?`,
    `\\' \\" \\`,
    `\u0000\u0007`,
    `{"match":{"any":[]}}`,
    '🏔️ 富士山 %_',
  ])('the words %j are only words', async (words) => {
    await retrieval.upsert(point('a:1', { title: 'House' }), point('a:2', { title: 'Mountain' }));
    const ids = await retrieval.search({ words });
    expect(ids).toEqual(
      words.includes('mountain') ? (words.includes('house') ? ['a:1', 'a:2'] : ['a:2']) : [],
    );
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(2);
  });
});
