import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

describe('a search with words that are spelled wrong', () => {
  let stack: TestStack;
  let caller: Caller;

  beforeAll(async () => {
    stack = await TestStack.start();
    caller = new Caller(stack.baseUrl, await stack.newKey('starter'));
  }, 120_000);
  afterAll(() => stack.stop());

  it('answers as if they were right, and says what it corrected', async () => {
    const right = await caller.search({ query: 'green ball', k: 5 });
    const wrong = await caller.search({ query: 'gren baall', k: 5 });
    expect(wrong.corrections).toEqual([
      { from: 'gren', to: 'green' },
      { from: 'baall', to: 'ball' },
    ]);
    expect(wrong.unmatched).toEqual([]);
    expect(wrong.did_you_mean).toBeNull();
    expect(wrong.query).toBe('gren baall');
    expect(wrong.results.map(({ asset_id }) => asset_id)).toEqual(
      right.results.map(({ asset_id }) => asset_id),
    );
    expect(right.corrections).toEqual([]);
  });

  it('searches for them exactly when it is asked to', async () => {
    const answer = await caller.search({ query: 'baall', k: 5, exact: true });
    expect(answer).toMatchObject({
      count: 0,
      corrections: [],
      unmatched: ['baall'],
      did_you_mean: 'ball',
    });
  });

  it('answers nothing to words that nothing knows, names them, and is billed as one search', async () => {
    const { body, headers } = await caller.post('/v1/search', { query: 'zxqwv vrtlk', k: 5 });
    expect(body).toMatchObject({ count: 0, corrections: [], unmatched: ['zxqwv', 'vrtlk'] });
    expect(headers.get('X-Credits-Charged')).toBe('1');
  });
});
