import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Envelope } from '@imagesearch/testkit/stack/answers';
import { drawnId } from '@imagesearch/testkit/images/small-collection';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const idsOf = ({ results }: Envelope) => results.map(({ asset_id }) => asset_id);

describe('what a brief wants and does not want', () => {
  let stack: TestStack;
  let caller: Caller;

  beforeAll(async () => {
    stack = await TestStack.start();
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
  }, 120_000);
  afterAll(() => stack.stop());

  const brief = (query: string, body: object = {}) =>
    caller.search({ query, parse_design: true, k: 5, ...body });

  it.each([
    ['toys but no red balls', ['red balls'], 'red-disc'],
    ['ball -green', ['green'], 'green-disc'],
    ['round toy, not a blue ball', ['blue ball'], 'blue-disc'],
  ])('%j leaves out what it excludes, and says so', async (query, excluded, id) => {
    const answer = await brief(query);
    expect(answer.applied_design?.excluded).toEqual(excluded);
    expect(answer.count).toBeGreaterThan(0);
    expect(idsOf(answer)).not.toContain(drawnId(id));
  });

  it('excluded words stay excluded when the answer is short', async () => {
    const answer = await brief('crate -red -green -blue', { k: 50 });
    for (const { title } of answer.results) expect(title).not.toMatch(/red|green|blue/);
  });

  it.each([
    ['ball in #1ea03c', 'green-disc'],
    ['#c81e1e ball', 'red-disc'],
    ['ball, mostly blue', 'blue-disc'],
  ])('of equal subjects the wanted colour is first: %j', async (query, id) => {
    expect(idsOf(await brief(query))[0]).toBe(drawnId(id));
  });

  it('of equal subjects the colour of a filter is first, beside words', async () => {
    for (const [palette_near, id] of [
      ['#283cc8', 'blue-disc'],
      ['#1ea03c', 'green-disc'],
    ]) {
      const answer = await caller.search({ query: 'ball', k: 3, filters: { palette_near } });
      expect(idsOf(answer)[0]).toBe(drawnId(id ?? ''));
    }
  });

  it('a licence that is the only one is never relaxed', async () => {
    const answer = await brief('ball, CC0 only', { k: 10 });
    expect(answer.applied_design?.filters).toEqual({ license_any: ['cc0'] });
    expect(answer.results.map(({ license }) => license)).toEqual(answer.results.map(() => 'cc0'));
    expect(answer.relaxed ?? []).not.toContain('license_any');
  });
});
