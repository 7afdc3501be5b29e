import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hubModels, type HubModels } from '@imagesearch/testkit/neural/hub-models';
import { liteFingerprint } from '@imagesearch/lite-models/lite-profile';
import { z } from 'zod';
import { modelVariables, toProfileSettings } from '../src/model-settings.js';
import { openProfile } from '../src/open-profile.js';

let models: HubModels;
beforeEach(async () => {
  models = await hubModels('clip-b32');
}, 300_000);
afterEach(() => models.remove());

const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
const open = (more: Record<string, string> = {}, indexFingerprint = '') =>
  openProfile(toProfileSettings(schema.parse({ ...models.env, MODEL_PROFILE: 'lite', ...more })), {
    indexFingerprint,
  });
const MINILM = { SENTENCE_ENCODER: 'minilm' };
const AUTO = { MODEL_PROFILE: 'auto', MODEL_FETCH: 'never' };

test('a profile without a sentence encoder has the fingerprint that it always had', async () => {
  const { profile } = await open();
  expect(profile).toMatchObject({ id: 'lite', fingerprint: liteFingerprint(), sentences: undefined });
});

test('a named sentence encoder is brought and checked, and is part of the fingerprint of every profile', async () => {
  const { profile } = await open(MINILM);
  expect(profile).toMatchObject({ id: 'lite', sentences: { id: 'minilm', dimensions: 32 } });
  const clip = await open({ ...MINILM, MODEL_PROFILE: 'clip-b32' });
  const bare = await open({ SENTENCE_ENCODER: 'none', MODEL_PROFILE: 'clip-b32' });
  const fingerprints = [profile, clip.profile, bare.profile].map(({ fingerprint }) => fingerprint);
  expect(new Set([...fingerprints, liteFingerprint()]).size).toBe(4);
});

test('a new index uses the sentence encoder on disk, and an index keeps to what filled it', async () => {
  const { profile } = await open(MINILM);
  expect((await open()).profile).toEqual(profile);
  const ofPlain = await open(AUTO, liteFingerprint());
  expect(ofPlain.profile).toMatchObject({ id: 'lite', sentences: undefined });
  const ofBoth = await open(AUTO, profile.fingerprint);
  expect(ofBoth.profile).toEqual(profile);
});

test('nothing is downloaded that nobody named', async () => {
  const empty = { MODEL_FETCH: 'never' };
  expect((await open(empty)).profile.sentences).toBeUndefined();
  await expect(open({ ...empty, ...MINILM })).rejects.toThrow('npm run models -- pull minilm');
});

test('another sentence encoder than that of the index is refused with the variables that repair it', async () => {
  const { profile } = await open(MINILM);
  await expect(open(MINILM, liteFingerprint())).rejects.toThrow(
    'The index was filled by the profile lite, not by lite with minilm. Start with MODEL_PROFILE=lite SENTENCE_ENCODER=none; ' +
      'to search with lite with minilm, start it without RETRIEVAL_ADDRESS',
  );
  await expect(open({ SENTENCE_ENCODER: 'none' }, profile.fingerprint)).rejects.toThrow(
    'MODEL_PROFILE=lite SENTENCE_ENCODER=minilm after npm run models -- pull minilm',
  );
});
