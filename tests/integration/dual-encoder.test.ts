import { afterAll, describe, expect, it } from '@jest/globals';
import { hubModels } from '@imagesearch/testkit/models/hub-models';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const models = await hubModels('clip-b32');
const stack = await TestStack.start(undefined, { env: models.env });
afterAll(async () => {
  await stack.stop();
  await models.remove();
});
const caller = await stack.newCaller();

describe('a stack with one vector space for texts and images', () => {
  it('says which profile it runs', async () => {
    expect((await caller.get('/v1/warm')).body).toMatchObject({ ready: true, model: 'clip-b32' });
  });

  it('answers words, an image, and both', async () => {
    const image_base64 = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');
    for (const [asked, mode, ranking] of [
      [{ query: 'red disc' }, 'text', 'lexical'],
      [{ image_base64 }, 'image', 'none'],
      [{ query: 'red disc', image_base64 }, 'multimodal', 'lexical'],
    ] as const)
      expect(await caller.search({ ...asked, k: 3 })).toMatchObject({ mode, ranking, count: 3 });
  });

  it('finds every image by words that no caption has, because the model compares words with pixels', async () => {
    const { pool_size, results } = await caller.search({ query: 'zzxqyv', k: 5 });
    expect(results).toHaveLength(5);
    expect(pool_size).toBeGreaterThan(5);
  });
});
