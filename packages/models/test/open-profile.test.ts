import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { z } from 'zod';
import { modelVariables, toProfileSettings } from '../src/profile-settings.js';
import { ensureReranker } from '../src/hub-models.js';
import { MINILM } from '../src/lite.js';
import { openProfile } from '../src/open-profile.js';

let models: HubModels;
beforeEach(async () => {
  models = await hubModels('clip-b32');
}, 300_000);
afterEach(() => models.remove());

const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
const settings = (more: Record<string, string> = {}) =>
  toProfileSettings(schema.parse({ ...models.env, ...more }));
const open = (more: Record<string, string> = {}, indexFingerprint = '') =>
  openProfile(settings(more), { indexFingerprint });
const liteFingerprint = async () => (await open({ MODEL_PROFILE: 'lite' })).profile.fingerprint;

test('a named profile is brought, checked and opened; auto then finds it on disk', async () => {
  const { profile } = await open();
  expect(profile).toMatchObject({
    id: 'clip-b32',
    crossModal: true,
    dimensions: { image: 512, caption: 384, sight: 0 },
  });
  const auto = await open({ MODEL_PROFILE: 'auto', MODEL_FETCH: 'never' });
  expect(auto.profile).toEqual(profile);
  expect(auto.why).toBe('its files are on disk');
});

test('another profile than that of the index is refused with the command that repairs it', async () => {
  await expect(open({}, await liteFingerprint())).rejects.toThrow(
    'The index was filled by the profile lite, not by clip-b32. Start with MODEL_PROFILE=lite; to search with clip-b32, start it ' +
      'without RETRIEVAL_ADDRESS and embed every stored image again: npm run ingest -- reindex.',
  );
  const { profile } = await open();
  await expect(open({ MODEL_PROFILE: 'lite' }, profile.fingerprint)).rejects.toThrow(
    'MODEL_PROFILE=clip-b32 after npm run models -- pull clip-b32',
  );
});

test('an index of an unknown model is refused by its fingerprint, under auto too', async () => {
  await expect(open({ MODEL_PROFILE: 'auto' }, 'f'.repeat(64))).rejects.toThrow('f'.repeat(64));
});

test('files that are missing and may not be downloaded are named with the command that brings them', async () => {
  const empty = join(models.env['MODEL_DIR'] ?? '', 'none');
  await mkdir(empty);
  await expect(open({ MODEL_DIR: empty, MODEL_FETCH: 'never' })).rejects.toThrow(
    'npm run models -- pull clip-b32',
  );
});

test('a reranker without a tokenizer of its own reads with that of minilm', async () => {
  const options = { ...settings(), mayFetch: true };
  const manifest = models.env['MODEL_MANIFEST'] ?? '';
  const { rerankers, ...others } = JSON.parse(await readFile(manifest, 'utf8')) as {
    rerankers: { files: { model: object } }[];
  };
  const bare = rerankers.map((entry) => ({ ...entry, files: { model: entry.files.model } }));
  await writeFile(manifest, JSON.stringify({ ...others, rerankers: bare }));
  const { files } = await ensureReranker(options);
  expect(files.tokenizer).toBe(MINILM.files.tokenizer);
});
