import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import { openProfile } from '@imagesearch/models/open-profile';
import { Tensor, openSession } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { toUnitVector } from '../src/adapters/models/tensors.js';
import { configFor, startEmbedding, type RunningEmbedding } from './support/running-service.js';

const call = () => detachedCall(20_000);
const largestGap = (first: readonly number[], second: ArrayLike<number>) =>
  Math.max(...first.map((value, at) => Math.abs(value - (second[at] ?? Number.NaN))));

describe('the embedding service with a text encoder of the hub', () => {
  let models: HubModels;
  let running: RunningEmbedding;
  let client: EmbeddingClient;
  let env: Record<string, string>;

  beforeAll(async () => {
    models = await hubModels('clip-b32');
    env = { ...models.env, MODEL_PROFILE: 'lite', TEXT_ENCODER: 'e5-small' };
    running = await startEmbedding(env);
    client = running.client;
  }, 300_000);
  afterAll(async () => {
    await running.stop();
    await models.remove();
  });

  const textVectors = async (texts: string[], areCaptions = false) =>
    (await client.embedTexts({ texts, areCaptions }, call())).vectors.map(({ values }) => values);

  /** The mean of the token states of one text alone, straight from the runtime. */
  async function meanOfStates(text: string): Promise<Float32Array> {
    const { profile } = await openProfile(configFor(env).settings, { indexFingerprint: '' });
    const { files, dimensions, text: rules } = profile.textEncoder;
    const tokenizer = await loadTokenizer(files.tokenizer, rules);
    const ids = tokenizer.frame(tokenizer.idsOf(text), rules.tokensMax);
    const whole = (values: bigint[]) => new Tensor('int64', BigInt64Array.from(values), [1, ids.length]);
    const session = await openSession(files.model, { threads: 1, device: 'cpu' });
    try {
      const { last_hidden_state: states } = await session.run({
        input_ids: whole(ids.map(BigInt)),
        attention_mask: whole(ids.map(() => 1n)),
        token_type_ids: whole(ids.map(() => 0n)),
      });
      const values = states?.data as Float32Array;
      return toUnitVector(
        Float32Array.from({ length: dimensions }, (_, axis) =>
          ids.reduce((sum, _id, row) => sum + (values[row * dimensions + axis] ?? 0), 0),
        ),
      );
    } finally {
      await session.release();
    }
  }

  test('says which one it runs', async () => {
    expect(await client.describeModel({}, call())).toMatchObject({
      profile: 'lite',
      textEncoder: 'e5-small',
      dimensions: { image: 256, caption: 8, sight: 384 },
    });
  });

  test('a caption has the mean of its token states, alone and among others of all lengths', async () => {
    const captions = Array.from({ length: 100 }, (_, at) => `a red dog ${'and a cat '.repeat(at % 20)}${at}`);
    const together = await textVectors(captions, true);
    for (const at of [0, 19, 50]) {
      const expected = await meanOfStates(captions[at] ?? '');
      expect(Math.hypot(...(together[at] ?? []))).toBeCloseTo(1, 5);
      expect(largestGap(together[at] ?? [], expected)).toBeLessThan(1e-4);
    }
  });

  test('a query is encoded with the prefix that the model expects, and a caption with its own', async () => {
    const [query = []] = await textVectors(['red dog']);
    expect(largestGap(query, await meanOfStates('ask red dog'))).toBeLessThan(1e-4);
    const [caption = []] = await textVectors(['red dog'], true);
    expect(largestGap(caption, query)).toBeGreaterThan(1e-3);
  });

  test('a text of 9,000 characters, an emoji and words that it never saw have a vector', async () => {
    for (const values of await textVectors(['dog '.repeat(2_250), '🐶', 'zzxqyv']))
      expect(Math.hypot(...values)).toBeCloseTo(1, 5);
  });

  test('a query has a second vector, by the encoder that images without words are placed with', async () => {
    const { vectors, sightVectors } = await client.embedTexts({ texts: ['red dog'] }, call());
    expect([vectors[0]?.values.length, sightVectors[0]?.values.length]).toEqual([8, 384]);
  });
});
