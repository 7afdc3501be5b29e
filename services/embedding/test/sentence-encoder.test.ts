import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import { openProfile } from '@imagesearch/models/open-profile';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import { openSession } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { hubModels, type HubModels } from '@imagesearch/testkit/neural/hub-models';
import { toUnitVector } from '../src/domain/unit-vector.js';
import { configFor, startEmbedding, type RunningEmbedding } from './support/running-service.js';

const call = () => detachedCall(20_000);
const largestGap = (first: readonly number[], second: ArrayLike<number>) =>
  Math.max(...first.map((value, at) => Math.abs(value - (second[at] ?? Number.NaN))));

describe('the embedding service with a sentence encoder', () => {
  let models: HubModels;
  let running: RunningEmbedding;
  let client: EmbeddingClient;
  let env: Record<string, string>;

  beforeAll(async () => {
    models = await hubModels('clip-b32');
    env = { ...models.env, MODEL_PROFILE: 'lite', SENTENCE_ENCODER: 'minilm' };
    running = await startEmbedding(env);
    client = running.client;
  }, 300_000);
  afterAll(async () => {
    await running.stop();
    await models.remove();
  });

  const sentenceVectors = async (sentences: string[], sentencesAreCaptions = false) =>
    (
      await client.embedTexts({ texts: ['dog'], sentences, sentencesAreCaptions }, call())
    ).sentenceVectors.map(({ values }) => values);

  /** The mean of the token states of one text alone, straight from the runtime. */
  async function meanOfStates(text: string): Promise<Float32Array> {
    const { profile } = await openProfile(configFor(env).settings, { indexFingerprint: '' });
    if (profile.sentences === undefined) throw new Error('no sentence encoder');
    const { files, dimensions, text: rules } = profile.sentences;
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
      sentenceEncoder: 'minilm',
      sentenceDimensions: 32,
      textDimensions: 160,
    });
  });

  test('a caption has the mean of its token states, alone and among others of all lengths', async () => {
    const captions = Array.from({ length: 100 }, (_, at) => `a red dog ${'and a cat '.repeat(at % 20)}${at}`);
    const together = await sentenceVectors(captions, true);
    for (const at of [0, 19, 50]) {
      const expected = await meanOfStates(captions[at] ?? '');
      expect(Math.hypot(...(together[at] ?? []))).toBeCloseTo(1, 5);
      expect(largestGap(together[at] ?? [], expected)).toBeLessThan(1e-4);
    }
  });

  test('a query is encoded with the prefix that the model expects, and a caption with its own', async () => {
    const [query = []] = await sentenceVectors(['red dog']);
    expect(largestGap(query, await meanOfStates('ask red dog'))).toBeLessThan(1e-4);
    const [caption = []] = await sentenceVectors(['red dog'], true);
    expect(largestGap(caption, query)).toBeGreaterThan(1e-3);
  });

  test('a text of 9,000 characters, an emoji and words that it never saw have a vector', async () => {
    for (const values of await sentenceVectors(['dog '.repeat(2_250), '🐶', 'zzxqyv']))
      expect(Math.hypot(...values)).toBeCloseTo(1, 5);
  });

  test('bad sentences are named in the error', async () => {
    await expect(
      client.embedTexts({ texts: ['dog'], sentences: ['dog', ' '] }, call()),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['sentences', 1], type: 'string_too_short' }],
    });
  });

  test('without a sentence encoder there is no vector of a sentence', async () => {
    const plain = await startEmbedding({ ...env, SENTENCE_ENCODER: 'none' });
    try {
      const { vectors, sentenceVectors } = await plain.client.embedTexts(
        { texts: ['dog'], sentences: ['dog'] },
        call(),
      );
      expect([vectors.length, sentenceVectors]).toEqual([1, []]);
      expect(await plain.client.describeModel({}, call())).toMatchObject({
        sentenceEncoder: '',
        sentenceDimensions: 0,
      });
    } finally {
      await plain.stop();
    }
  });
});
