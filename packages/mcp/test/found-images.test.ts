import { describe, expect, it } from '@jest/globals';
import { ImageSearch, type Answer, type SearchAnswer } from '@imagesearch/sdk';
import { CreditBudget } from '../src/credit-budget.js';
import { foundSchema, searchWithin } from '../src/tools/found-images.js';

const session = {
  client: new ImageSearch({ baseUrl: 'http://127.0.0.1:1', apiKey: 'unused' }),
  budget: new CreditBudget(null),
};

async function found(more: Partial<SearchAnswer>) {
  const data = { query_id: 'q_1', count: 0, cursor: null, results: [], ...more } as unknown as SearchAnswer;
  const answer = { data, credits: { charged: 1, remaining: null } } as Answer<SearchAnswer>;
  const call = { arguments: { query: 'cat' }, signal: new AbortController().signal };
  const result = await searchWithin(session, call, () => Promise.resolve(answer));
  return foundSchema.strict().parse(result.structuredContent);
}

describe('what a tool tells of a search', () => {
  it('says that the spelling was not checked', async () => {
    expect(await found({ spelling_unchecked: true })).toMatchObject({ spelling_unchecked: true });
  });

  it('says nothing of it otherwise', async () => {
    expect(await found({})).not.toHaveProperty('spelling_unchecked');
  });
});
