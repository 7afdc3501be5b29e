import { afterEach, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { MINILM } from '@imagesearch/models/lite';
import type { TextModel } from '@imagesearch/models/profile';
import { openSession, tokenFeeds, type Tensor } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { hubModels, NETWORKS } from '@imagesearch/testkit/models/hub-models';
import { openTextEncoderInThread } from '../src/adapters/models/model-threads.js';
import { toUnitVector } from '../src/adapters/models/tensors.js';
import { openTextEncoder } from '../src/adapters/models/text-encoders.js';
import type { TextEncoder } from '../src/domain/encoders.js';
import { startEmbedding } from './support/running-service.js';

type Model = Omit<TextModel, 'dimensions'>;

const session = { threads: 1, device: 'cpu' } as const;
const filesOf = (model: string, tokenizer: string) => ({
  model: join(NETWORKS, model),
  tokenizer: join(NETWORKS, tokenizer),
});
const CLIP: Model = {
  files: filesOf('clip-text.onnx', 'clip-tokenizer.json'),
  text: { tokensMax: 77, padding: 'longest', padId: 519, lowerCase: true },
  pooling: 'own',
};
const SIGLIP: Model = {
  files: filesOf('siglip-text.onnx', 'siglip-tokenizer.json'),
  text: { tokensMax: 64, padding: 'full', padId: 0, lowerCase: true },
  pooling: 'own',
};
const SENTENCES: Model = {
  files: filesOf('sentences.onnx', 'words.json'),
  text: { tokensMax: 128, padding: 'longest', padId: 0, lowerCase: true },
  pooling: 'mean',
};

const TEXTS = [
  'a',
  'a red dog',
  'RED Dog',
  '🐶',
  'the quick brown fox, 1234567890',
  'zzxqyv '.repeat(9),
  'dog '.repeat(2_250),
  'x'.repeat(9_000),
];

const largestGap = (first: ArrayLike<number>, second: ArrayLike<number>) =>
  Math.max(...Array.from(first, (value, at) => Math.abs(value - (second[at] ?? Number.NaN))));

let encoder: TextEncoder | undefined;
afterEach(async () => {
  await encoder?.close();
  encoder = undefined;
});

/** The vector of a text that is alone, straight from the runtime; for a tower it is padded to all of the model's places. */
async function vectorByHand({ files, text: rules, pooling }: Model, text: string): Promise<Float32Array> {
  const tokenizer = await loadTokenizer(files.tokenizer, rules);
  const ids = tokenizer.frame(tokenizer.idsOf(text), rules.tokensMax);
  const bare = await openSession(files.model, session);
  try {
    const length = pooling === 'own' ? rules.tokensMax : ids.length;
    const outputs = await bare.run(tokenFeeds(bare, [{ ids }], length, rules.padId));
    const read = (output: Tensor | undefined) => output?.data as Float32Array;
    if (pooling === 'own') return toUnitVector(read(outputs['text_embeds'] ?? outputs['pooler_output']));
    const states = read(outputs['last_hidden_state']);
    const dimensions = states.length / ids.length;
    const sumOf = (axis: number) =>
      ids.reduce((sum, _id, row) => sum + (states[row * dimensions + axis] ?? 0), 0);
    return toUnitVector(Float32Array.from({ length: dimensions }, (_, axis) => sumOf(axis)));
  } finally {
    await bare.release();
  }
}

test.each([
  ['tower that reads no padding', CLIP],
  ['tower that reads its padding', SIGLIP],
  ['encoder of token states', SENTENCES],
])('a text %s gives each text among others of all lengths the vector that it has alone', async (_, model) => {
  encoder = await openTextEncoder(model, session);
  const together = await encoder.embed([...TEXTS, ...TEXTS.toReversed()]);
  expect(together).toHaveLength(2 * TEXTS.length);
  for (const [at, text] of TEXTS.entries()) {
    const alone = await vectorByHand(model, text);
    expect(Math.hypot(...alone)).toBeCloseTo(1, 5);
    expect(largestGap(together[at] ?? [], alone)).toBeLessThan(1e-4);
    expect(largestGap(together[2 * TEXTS.length - 1 - at] ?? [], alone)).toBeLessThan(1e-4);
  }
  expect(largestGap(together[0] ?? [], together[1] ?? [])).toBeGreaterThan(0.001);
  expect(largestGap(together[1] ?? [], await vectorByHand(model, 'A RED DOG'))).toBeLessThan(1e-4);
});

test('a file that gives no vector, or wants what no text has, is refused by name', async () => {
  const files = filesOf('clip-image.onnx', 'clip-tokenizer.json');
  encoder = await openTextEncoder({ ...CLIP, files }, session);
  await expect(encoder.embed(['dog'])).rejects.toThrow('pixel_values');
});

describe('an encoder in a thread', () => {
  test('gives the same vectors as in the main thread; texts that it cannot read fail alone', async () => {
    encoder = await openTextEncoderInThread({ model: CLIP, session });
    const broken = [undefined as unknown as string];
    const [failed, read] = await Promise.allSettled([encoder.embed(broken), encoder.embed(TEXTS)]);
    const inMain = await openTextEncoder(CLIP, session);
    expect(failed.status).toBe('rejected');
    expect(read).toEqual({ status: 'fulfilled', value: await inMain.embed(TEXTS) });
    await inMain.close();
  }, 120_000);

  test('lets the main thread work on while it runs', async () => {
    encoder = await openTextEncoderInThread({ model: MINILM, session });
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 1);
    // A few hundred milliseconds, in one run.
    await encoder.embed(Array.from({ length: 16 }, (_, at) => `${'dog '.repeat(60)}${at}`));
    clearInterval(turn);
    expect(turns).toBeGreaterThan(10);
  }, 120_000);

  test.each([
    ['missing file', { ...CLIP, files: { ...CLIP.files, model: '/nowhere/text.onnx' } }, session],
    ['device that the runtime does not have', CLIP, { threads: 1, device: 'cuda' } as const],
  ])('names a %s', async (_, model, settings) => {
    const named = settings.device === 'cuda' ? 'MODEL_DEVICE=cuda' : '/nowhere/text.onnx';
    await expect(openTextEncoderInThread({ model, session: settings })).rejects.toThrow(named);
  });
});

test('a service with an encoder of the hub reads texts with their prefix, and queries also with that of sight', async () => {
  const models = await hubModels('clip-b32');
  const { client, stop } = await startEmbedding({
    ...models.env,
    MODEL_PROFILE: 'lite',
    TEXT_ENCODER: 'e5-small',
  });
  try {
    const call = () => detachedCall(20_000);
    expect(await client.describeModel({}, call())).toMatchObject({
      profile: 'lite',
      textEncoder: 'e5-small',
      dimensions: { image: 256, caption: 8, sight: 384 },
    });
    const asked = await client.embedTexts({ texts: ['red dog'] }, call());
    expect([asked.vectors[0]?.values.length, asked.sightVectors[0]?.values.length]).toEqual([8, 384]);
    const captions = { texts: ['ask red dog', 'red dog'], areCaptions: true };
    const [prefixed, caption] = (await client.embedTexts(captions, call())).vectors;
    expect(largestGap(asked.vectors[0]?.values ?? [], prefixed?.values ?? [])).toBeLessThan(1e-4);
    expect(largestGap(asked.vectors[0]?.values ?? [], caption?.values ?? [])).toBeGreaterThan(1e-3);
  } finally {
    await stop();
    await models.remove();
  }
}, 60_000);
