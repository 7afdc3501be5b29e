import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService } from '@imagesearch/embedding/service';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

describe('a stack with one vector space for texts and images', () => {
  let models: HubModels;
  let stack: TestStack;
  let caller: Caller;

  beforeAll(async () => {
    models = await hubModels('clip-b32');
    stack = await TestStack.start(undefined, { env: models.env });
    caller = new Caller(stack.baseUrl, await stack.newKey('custom'));
  }, 240_000);
  afterAll(async () => {
    await stack.stop();
    await models.remove();
  });

  it('says which profile it runs', async () => {
    expect((await caller.get('/v1/warm')).body).toMatchObject({ ready: true, model: 'clip-b32' });
  });

  it('answers words, an image, and both', async () => {
    const image = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');
    const answers = [
      await caller.search({ query: 'red disc', k: 3 }),
      await caller.search({ image_base64: image, k: 3 }),
      await caller.search({ query: 'red disc', image_base64: image, k: 3 }),
    ];
    expect(answers.map(({ mode, count }) => ({ mode, count }))).toEqual([
      { mode: 'text', count: 3 },
      { mode: 'image', count: 3 },
      { mode: 'multimodal', count: 3 },
    ]);
    expect(answers.map(({ ranking }) => ranking)).toEqual(['lexical', 'none', 'lexical']);
  });

  it('finds every image by words that no caption has, because the model compares words with pixels', async () => {
    const { pool_size, results } = await caller.search({ query: 'zzxqyv', k: 5 });
    expect(results).toHaveLength(5);
    expect(pool_size).toBeGreaterThan(5);
  });

  it('an embedding service of another profile beside this index never serves, and names the remedy', async () => {
    const { SERVICE_TOKEN, RETRIEVAL_ADDRESS } = stack.stack.addresses;
    const other = createEmbeddingService(
      loadConfig({
        ...models.env,
        EMBEDDING_LISTEN: '127.0.0.1:0',
        MODEL_PROFILE: 'lite',
        SERVICE_TOKEN,
        RETRIEVAL_ADDRESS,
        LOG_LEVEL: 'silent',
      }),
    );
    await expect(other.start()).rejects.toThrow(
      'MODEL_PROFILE=clip-b32 after npm run models -- pull clip-b32',
    );
    expect(other.address).toBe('');
    await other.close();
  });
});
