import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { z } from 'zod';
import { modelVariables, toProfileSettings } from '../src/profile-settings.js';
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
const MINILM = { TEXT_ENCODER: 'minilm' };
const E5 = { TEXT_ENCODER: 'e5-small' };
const AUTO = { MODEL_PROFILE: 'auto', MODEL_FETCH: 'never' };

test('every profile reads captions with minilm, which needs no download, unless another encoder is named', async () => {
  const lite = await open({ MODEL_FETCH: 'never' });
  expect(lite.profile).toMatchObject({
    id: 'lite',
    textEncoder: { id: 'minilm' },
    dimensions: { image: 256, caption: 384, sight: 384 },
  });
  const clip = await open({ MODEL_PROFILE: 'clip-b32' });
  expect(clip.profile).toMatchObject({ textEncoder: { id: 'minilm' }, dimensions: { caption: 384 } });
});

test('a named text encoder is brought and checked, and is part of the fingerprint of every profile', async () => {
  const lite = await open(E5);
  expect(lite.profile).toMatchObject({
    textEncoder: { id: 'e5-small' },
    dimensions: { caption: 8, sight: 384 },
  });
  const all = [
    lite,
    await open(),
    await open({ MODEL_PROFILE: 'clip-b32' }),
    await open({ ...E5, MODEL_PROFILE: 'clip-b32' }),
  ];
  expect(new Set(all.map(({ profile }) => profile.fingerprint)).size).toBe(4);
});

test('an index keeps to the text encoder that filled it', async () => {
  const { profile } = await open(E5);
  expect((await open(AUTO, profile.fingerprint)).profile).toEqual(profile);
  const ofMinilm = (await open(MINILM)).profile;
  expect((await open(AUTO, ofMinilm.fingerprint)).profile).toEqual(ofMinilm);
});

test('nothing is downloaded that nobody named', async () => {
  const never = { MODEL_FETCH: 'never' };
  expect((await open(never)).profile.textEncoder.id).toBe('minilm');
  await expect(open({ ...never, ...E5 })).rejects.toThrow('npm run models -- pull e5-small');
});

test('another text encoder than that of the index is refused with the variables that repair it', async () => {
  const { profile } = await open(E5);
  const ofMinilm = (await open(MINILM)).profile;
  await expect(open(E5, ofMinilm.fingerprint)).rejects.toThrow(
    'The index was filled by the profile lite, not by lite with e5-small. Start with MODEL_PROFILE=lite TEXT_ENCODER=minilm; ' +
      'to search with lite with e5-small, start it without RETRIEVAL_ADDRESS',
  );
  await expect(open(MINILM, profile.fingerprint)).rejects.toThrow(
    'MODEL_PROFILE=lite TEXT_ENCODER=e5-small after npm run models -- pull e5-small',
  );
});
