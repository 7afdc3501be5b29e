import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import { call, idsOf, MODEL, point, RetrievalFixture } from '../support/retrieval-fixture.js';

describeOnIndexes('spelling by the words of an index', (engine) => {
  const retrieval = new RetrievalFixture(engine);

  const fill = async (): Promise<void> => {
    await retrieval.open();
    await retrieval.upsert(
      point('a:1', { title: 'Umbrella on a beach', tags: ['fire', 'truck', 'lighthouse'] }),
      point('a:2', {
        title: 'Greenhouse with sunflower',
        description: 'A light bulb, an elephant and a green door of a house',
      }),
      point('a:3', { title: 'Snowman, smiling', description: 'The Eiffel tower in the rain, a face' }),
      point('a:4', { title: 'Muenchen, Köln', tags: ['F-16', 'b52', 'RTX 4090', 'iPhone15'] }),
      point('a:5', { title: 'Icecream', description: 'Ice cream; an opera house; a greenhouse' }),
      point('a:6', { title: 'Ice cream', description: 'A green house' }),
    );
    await retrieval.optimize();
  };

  const check = (words: string, exact = false) => retrieval.client.checkSpelling({ words, exact }, call());

  describe('that stays as it is', () => {
    beforeAll(fill);
    afterAll(() => retrieval.close());

    test.each([
      ['red umbrelas at night', 'red umbrella at night', 'umbrelas', 'umbrella'],
      ['eifel tower', 'eiffel tower', 'eifel', 'eiffel'],
      ['elefant', 'elephant', 'elefant', 'elephant'],
      ['firetruck', 'fire truck', 'firetruck', 'fire truck'],
      ['snow man', 'snowman', 'snow man', 'snowman'],
      ['sun-flower', 'sunflower', 'sun-flower', 'sunflower'],
      ['smileing face', 'smiling face', 'smileing', 'smiling'],
      ['München', 'muenchen', 'München', 'muenchen'],
      ['Koeln', 'koln', 'Koeln', 'koln'],
      ['F16', 'f 16', 'F16', 'f 16'],
      ['B-52', 'b52', 'B-52', 'b52'],
      ['rtx4090', 'rtx 4090', 'rtx4090', 'rtx 4090'],
      ['iPhone 15', 'iphone15', 'iPhone 15', 'iphone15'],
      ['icecream', 'ice cream', 'icecream', 'ice cream'],
    ])('%j is searched for as %j', async (query, words, from, to) => {
      expect(await check(query)).toMatchObject({ words, corrections: [{ from, to }], unmatched: [] });
    });

    test.each([
      ['butterfy', 'butterfly'],
      ['giraf', 'giraffe'],
      ['montain lake', 'mountain lake'],
    ])('%j, which no word of an image is near to, is searched for as %j', async (query, words) => {
      const { corrections, translations, ...checked } = await check(query);
      expect(checked).toMatchObject({ words, unmatched: [], didYouMean: '' });
      expect([...corrections, ...translations]).toHaveLength(1);
    });

    test('a caller that sees some images alone is spelled by the words of these, and learns none of others', async () => {
      await retrieval.upsert(point('b:1', { title: 'Vermilyon umbrala', source: 'b' }));
      await retrieval.optimize();
      const checkSeen = (words: string, source: string) =>
        retrieval.client.checkSpelling({ words, seen: { sourceAny: [source] } }, call());
      expect(await checkSeen('vermilyom', 'b')).toMatchObject({ words: 'vermilyon' });
      expect(await checkSeen('vermilyom', 'a')).toMatchObject({
        words: 'vermilyom',
        unmatched: ['vermilyom'],
      });
      expect(await checkSeen('umbralas', 'b')).toMatchObject({ words: 'umbrala' });
      expect(await checkSeen('umbralas', 'a')).toMatchObject({ words: 'umbrella' });
      await retrieval.delete('b:1');
      await retrieval.optimize();
    });

    test.each(['Umbrellas', 'green house', 'greenhouse', 'F-16', 'light bulb', 'sofa', 'the', '"umbrela"'])(
      '%j is not touched',
      async (words) => {
        expect(await check(words)).toMatchObject({ words, corrections: [], didYouMean: '' });
      },
    );

    test('a word that nothing knows is named, and a fair guess is proposed', async () => {
      expect(await check('zxqwv')).toMatchObject({ corrections: [], unmatched: ['zxqwv'], didYouMean: '' });
      expect(await check('iphone')).toMatchObject({ corrections: [], unmatched: ['iphone'], didYouMean: '' });
      expect(await check('???')).toMatchObject({ corrections: [], unmatched: ['???'] });
      expect(await check('red snowmob')).toMatchObject({
        corrections: [],
        unmatched: ['snowmob'],
        didYouMean: 'red snowman',
      });
    });

    test('nothing is corrected when the words are meant exactly, but the correction is proposed', async () => {
      expect(await check('umbrela', true)).toMatchObject({
        words: 'umbrela',
        corrections: [],
        unmatched: ['umbrela'],
        didYouMean: 'umbrella',
      });
    });

    test('of a long query only the first sixteen words are corrected', async () => {
      const words = Array.from(
        { length: 30 },
        (_, at) => `umbrel${'bcdfghjklmnpqrstvwxz'[at % 20] ?? ''}${at < 20 ? 'a' : 'la'}`,
      );
      expect((await check(words.join(' '))).corrections.length).toBeLessThanOrEqual(16);
    });
  });

  describe('that changes', () => {
    beforeEach(fill);
    afterEach(() => retrieval.close());

    test('a word is not corrected once an image has it, and is a correction after the index was optimised', async () => {
      expect((await check('umbrelo')).words).toBe('umbrella');
      await retrieval.upsert(point('a:4', { title: 'Umbrelo the clown' }));
      expect((await check('umbrelo')).words).toBe('umbrelo');
      expect((await check('umbreloo')).words).toBe('umbrella');
      await retrieval.optimize();
      expect((await check('umbreloo')).words).toBe('umbrelo');
    });

    test('a word that no image has is found by its hyponyms that images have now, unless it is quoted', async () => {
      await retrieval.upsert(
        point('b:1', { title: 'A pair of boots', tags: ['boot', 'sandal'] }),
        point('b:2', { title: 'Shoe', tags: ['leather', 'pig'] }),
      );
      await retrieval.optimize();
      const search = async (words: string) => {
        const request = { words, modelFingerprint: MODEL, limit: 10 };
        const { candidates, hyponyms } = await retrieval.client.searchPoints(request, call());
        return [idsOf(candidates).toSorted(), ...hyponyms.map(({ hyponyms: of }) => of.toSorted())];
      };
      expect((await check('leather footwear')).unmatched).toEqual([]);
      expect(await search('footwear')).toEqual([
        ['b:1', 'b:2'],
        ['boot', 'sandal', 'shoe'],
      ]);
      // A pig is a policeman to some, but that is not its usual meaning.
      expect(await search('policeman')).toEqual([[]]);
      expect(await search('"footwear"')).toEqual([[]]);
      expect(await search('shoes')).toEqual([['b:2']]);
      await retrieval.upsert(point('b:3', { title: 'Sneaker' }));
      await retrieval.optimize();
      // A check reads the new words first.
      await check('footwear');
      expect((await search('footwear'))[1]).toContain('sneaker');
      // The vocabulary does not know this word yet.
      await retrieval.upsert(point('b:4', { title: 'Footwear' }));
      expect(await search('footwear')).toEqual([['b:4']]);
    });

    test('an index without words is spelled by the dictionary', async () => {
      await retrieval.delete('a:1', 'a:2', 'a:3');
      await retrieval.optimize();
      expect(await check('umbrela')).toMatchObject({
        words: 'umbrella',
        corrections: [{ from: 'umbrela', to: 'umbrella' }],
        unmatched: [],
      });
    });
  });
});
