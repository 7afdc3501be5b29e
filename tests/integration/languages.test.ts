import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { until } from '@imagesearch/testkit/processes/until';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

describe('a search in another language', () => {
  let stack: TestStack;
  let caller: Caller;

  beforeAll(async () => {
    stack = await TestStack.start();
    caller = new Caller(stack.baseUrl, await stack.newKey('starter'));
    // The first searches may go on without translations while dictionaries are read.
    await until(async () => {
      const { translations = [] } = await caller.search({ query: 'palla', lang: 'it', k: 1 });
      return translations.length > 0;
    });
  }, 120_000);
  afterAll(() => stack.stop());

  const idsFor = async (query: string, more: object = {}) => {
    const { results } = await caller.search({ query, k: 5, ...more });
    return results.map(({ asset_id }) => asset_id);
  };

  it('answers as in English, and says what it translated', async () => {
    const answer = await caller.search({ query: 'palla verde', k: 5, lang: 'it' });
    expect(answer.translations).toEqual([
      { from: 'palla', to: 'ball', lang: 'it' },
      { from: 'verde', to: 'green', lang: 'it' },
    ]);
    expect(answer.query).toBe('palla verde');
    expect(answer.results.map(({ asset_id }) => asset_id)).toEqual(await idsFor('ball green'));
  });

  it('reads emoji, and translates nothing when the words are meant exactly', async () => {
    const answer = await caller.search({ query: '🟢 ball', k: 5 });
    expect(answer.translations).toEqual([{ from: '🟢', to: 'green circle', lang: 'und-Zsye' }]);
    const exact = await caller.search({ query: '🟢 ball', k: 5, exact: true });
    expect(exact.translations).toEqual([]);
  });

  it('takes the language from the address, and a hint from the header', async () => {
    const { body } = await caller.get('/v1/search?query=verde%20ball&lang=it&k=3');
    expect(body).toMatchObject({ translations: [{ from: 'verde', to: 'green', lang: 'it' }] });
    const hinted = await caller.get('/v1/search?query=grenouille&k=3', {
      'Accept-Language': 'fr-CH, en;q=0.5',
    });
    expect(hinted.body).toMatchObject({ translations: [{ from: 'grenouille', to: 'frog', lang: 'fr' }] });
  });
});
