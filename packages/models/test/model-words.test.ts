import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { z } from 'zod';
import { chooseProfile, openProfile } from '../src/open-profile.js';
import { modelSentence, offeredProfile } from '../src/hub-models.js';
import { readHubManifest } from '../src/hub/hub-manifest.js';
import { modelVariables, toProfileSettings } from '../src/profile-settings.js';

const README = join(import.meta.dirname, '../../../README.md');

let models: HubModels;
beforeEach(async () => {
  models = await hubModels('siglip2-b16');
});
afterEach(() => models.remove());

const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
const settings = (more: Record<string, string> = {}) =>
  toProfileSettings(schema.parse({ ...models.env, ...more }));

test('the README and the sentence of lite offer the same model of the same size', async () => {
  const sentence = modelSentence('lite', await readHubManifest());
  const [, size, command] = /\((\d+ MB)\): (npm run models -- use [\w-]+)$/.exec(sentence) ?? [];
  const readme = await readFile(README, 'utf8');
  expect(readme).toContain(command);
  expect(readme).toContain(size);
  expect(sentence.split('\n')).toHaveLength(1);
});

test('MODEL_FETCH=auto downloads the model that is offered for a new index, and never without it', async () => {
  const auto = { MODEL_PROFILE: 'auto' };
  expect(await chooseProfile(settings(auto), '')).toMatchObject({ id: 'lite', mayFetch: false });
  const offered = offeredProfile(await readHubManifest(models.env['MODEL_MANIFEST']));
  expect(await chooseProfile(settings({ ...auto, MODEL_FETCH: 'auto' }), '')).toMatchObject({ id: offered });
});

test('a profile whose licence forbids commercial use is refused: the service is metered', async () => {
  const path = models.env['MODEL_MANIFEST'] ?? '';
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { profiles: object[] };
  manifest.profiles = manifest.profiles.map((entry) => ({
    ...entry,
    licence: 'CC-BY-NC-4.0',
    commercialUse: false,
  }));
  await writeFile(path, JSON.stringify(manifest));
  await expect(openProfile(settings(), { indexFingerprint: '' })).rejects.toThrow(
    'The licence of siglip2-b16 (CC-BY-NC-4.0) forbids commercial use, and this service is metered.',
  );
});

test('each profile of the manifest states its licence and whether it may be metered', async () => {
  const { profiles } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../../infra/models/profiles.json'), 'utf8'),
  ) as { profiles: { licence: string; commercialUse: boolean }[] };
  for (const { licence, commercialUse } of profiles)
    expect([typeof licence, typeof commercialUse]).toEqual(['string', 'boolean']);
});
