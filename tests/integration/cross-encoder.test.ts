import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { smallCollection } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

let models: HubModels;
let stack: TestStack;

beforeAll(async () => {
  models = await hubModels('clip-b32');
  const env = { ...models.env, MODEL_PROFILE: 'lite', RERANKER: 'cross-encoder', RERANKER_BUDGET_MS: '1' };
  stack = await TestStack.start(smallCollection(), { env });
}, 240_000);
afterAll(async () => {
  await stack.stop();
  await models.remove();
});

it('a budget that is too small for the pool degrades no search, with many callers at once either', async () => {
  const caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
  const ask = (at: number) => caller.search({ query: `red ball ${at}`, k: 5 });
  const answers = await Promise.all(Array.from({ length: 32 }, (_, at) => ask(at)));
  expect(new Set(answers.map(({ ranking }) => ranking))).toEqual(new Set(['cross_encoder']));
}, 60_000);
