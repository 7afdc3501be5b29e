import { beforeAll, expect, it } from '@jest/globals';
import { drawnId } from '@imagesearch/testkit/images/small-collection';
import { until } from '@imagesearch/testkit/processes/until';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import type { Envelope } from '@imagesearch/gateway/search/envelope';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

const idsOf = ({ results }: Envelope) => results.map(({ asset_id }) => asset_id);

/** Words that are misspelt, of another language, or not wanted, through all services. */
export function describeWords(stack: TestStack): void {
  let caller: Caller;
  beforeAll(async () => {
    caller = await stack.newCaller('starter');
    // The first searches may go on without translations while dictionaries are read.
    await until(async () => {
      const { translations = [] } = await caller.search({ query: 'palla', lang: 'it', k: 1 });
      return translations.length > 0;
    });
  }, 120_000);

  it('that are spelled wrong answer as if they were right, and the answer says what it corrected', async () => {
    const right = await caller.search({ query: 'green ball', k: 5 });
    const wrong = await caller.search({ query: 'gren baall', k: 5 });
    expect(wrong.corrections).toEqual([
      { from: 'gren', to: 'green' },
      { from: 'baall', to: 'ball' },
    ]);
    expect(wrong).toMatchObject({ unmatched: [], did_you_mean: null, query: 'gren baall' });
    expect(idsOf(wrong)).toEqual(idsOf(right));
    expect(right.corrections).toEqual([]);
  });

  it('that nothing knows answer nothing, are named, and are billed as one search', async () => {
    const { body, headers } = await caller.post('/v1/search', { query: 'zxqwv vrtlk', k: 5 });
    expect(body).toMatchObject({ count: 0, corrections: [], unmatched: ['zxqwv', 'vrtlk'] });
    expect(headers.get('X-Credits-Charged')).toBe('1');
  });

  it('of another language answer as in English, and the answer says what it translated', async () => {
    const answer = await caller.search({ query: 'palla verde', k: 5, lang: 'it' });
    expect(answer.translations).toEqual([
      { from: 'palla', to: 'ball', lang: 'it' },
      { from: 'verde', to: 'green', lang: 'it' },
    ]);
    expect(answer.query).toBe('palla verde');
    expect(idsOf(answer)).toEqual(idsOf(await caller.search({ query: 'ball green', k: 5 })));
  });

  it.each([
    ['of one sign that means many words', '有'.repeat(59)],
    ['of as many signs as a query may have', '有'.repeat(1_000)],
    ['of emoji beside words of the collection', 'ball 🟢 '.repeat(125)],
  ])('are never too long for what comes after their translation: a query %s', async (_name, query) => {
    const answer = await caller.search({ query, k: 3 });
    expect(answer.degraded).toBeUndefined();
    expect(answer.query).toBe(query.trim());
    expect(answer.translations).not.toEqual([]);
  });

  it('have their language from the address, and a hint from the header', async () => {
    const { body } = await caller.get('/v1/search?query=verde%20ball&lang=it&k=3');
    expect(body).toMatchObject({ translations: [{ from: 'verde', to: 'green', lang: 'it' }] });
    const hinted = await caller.get('/v1/search?query=grenouille&k=3', {
      'Accept-Language': 'fr-CH, en;q=0.5',
    });
    expect(hinted.body).toMatchObject({ translations: [{ from: 'grenouille', to: 'frog', lang: 'fr' }] });
  });

  it('that a brief excludes are in no result, and the answer says so', async () => {
    const answer = await caller.search({ query: 'toys but no red balls', parse_design: true, k: 50 });
    expect(answer.applied_design?.excluded).toEqual(['red balls']);
    expect(answer.count).toBeGreaterThan(0);
    expect(idsOf(answer)).not.toContain(drawnId('red-disc'));
  });

  it('that name the only licence are never relaxed', async () => {
    const answer = await caller.search({ query: 'ball, CC0 only', parse_design: true, k: 10 });
    expect(answer.applied_design?.filters).toEqual({ license_any: ['cc0'] });
    expect(new Set(answer.results.map(({ license }) => license))).toEqual(new Set(['cc0']));
    expect(answer.relaxed ?? []).not.toContain('license_any');
  });
}
