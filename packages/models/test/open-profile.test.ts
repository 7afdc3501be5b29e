import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';
import { z } from 'zod';
import { modelVariables, toProfileSettings, type ProfileSettings } from '../src/profile-settings.js';
import { ensureReranker, entryOf, filesOf, modelSentence } from '../src/hub-models.js';
import { pathOf } from '../src/hub/hub-files.js';
import { MANIFEST_PATH, readHubManifest, type HubProfileId } from '../src/hub/hub-manifest.js';
import { fingerprintOf } from '../src/fingerprints.js';
import { MINILM } from '../src/lite.js';
import { chooseProfile, openProfile } from '../src/open-profile.js';
import type { ProfileId } from '../src/profile.js';
import { createProgram } from '../src/program.js';

const README = join(import.meta.dirname, '../../../README.md');

let models: HubModels;
beforeEach(async () => {
  models = await hubModels('clip-b32');
}, 300_000);
afterEach(() => models.remove());

const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
const settings = (more: Record<string, string> = {}) =>
  toProfileSettings(schema.parse({ ...models.env, ...more }));
const open = async (more: Record<string, string> = {}, indexFingerprint = '') =>
  (await openProfile(settings(more), { indexFingerprint })).profile;

/** Writes a manifest whose entries of one kind are changed. */
async function changeManifest(kind: 'profiles' | 'rerankers', change: (entry: Entry) => object) {
  const path = models.env['MODEL_MANIFEST'] ?? '';
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<typeof kind, Entry[]>;
  await writeFile(path, JSON.stringify({ ...manifest, [kind]: manifest[kind].map(change) }));
}
interface Entry {
  files: { model: object };
}

describe('the profile that runs', () => {
  let hubStatus: number | undefined;
  const hub = httpServerForAll((_request, response) => {
    if (hubStatus !== undefined) response.writeHead(hubStatus).end();
  });

  /** Files of the right length without a byte on the disk: enough to be chosen, not to be loaded. */
  async function pretend(id: HubProfileId, bytes?: number): Promise<void> {
    for (const file of filesOf(entryOf((await readHubManifest()).profiles, id))) {
      const path = pathOf(models, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '');
      await truncate(path, bytes ?? file.bytes);
    }
  }

  interface Case extends Partial<ProfileSettings> {
    onDisk?: HubProfileId[];
    cutShort?: HubProfileId;
    /** What filled the index. */
    index?: ProfileId;
    /** What the hub answers; without it, it never does. */
    hubAnswers?: number;
  }
  const BOTH: HubProfileId[] = ['clip-b32', 'siglip2-b16'];

  test.each<[what: string, how: Case, chosen: object]>([
    ['lite, and no hub is asked', { hubUrl: 'http://192.0.2.1' }, { id: 'lite', mayFetch: false }],
    ['the one on disk', { onDisk: ['clip-b32'] }, { id: 'clip-b32', mayFetch: false }],
    ['the best one on disk', { onDisk: BOTH }, { id: 'siglip2-b16' }],
    ['none whose files are cut short', { cutShort: 'clip-b32' }, { id: 'lite' }],
    ['that of the index, for any on disk', { onDisk: ['siglip2-b16'], index: 'lite' }, { id: 'lite' }],
    ['that of the index, on disk or not', { onDisk: ['siglip2-b16'], index: 'clip-b32' }, { id: 'clip-b32' }],
    [
      'the one offered, where it may be fetched',
      { fetch: 'auto', hubAnswers: 200 },
      { id: 'clip-b32', mayFetch: true },
    ],
    ['lite where the hub refuses', { fetch: 'auto', hubAnswers: 503 }, { id: 'lite' }],
    ['lite where the hub is silent', { fetch: 'auto' }, { id: 'lite' }],
    [
      'the one named, whatever the index',
      { profile: 'clip-b32', index: 'lite' },
      { id: 'clip-b32', mayFetch: true },
    ],
    [
      'the one named, never fetched',
      { profile: 'clip-b32', fetch: 'never' },
      { id: 'clip-b32', mayFetch: false },
    ],
  ])('is %s', async (_what, { onDisk = [], cutShort, index, hubAnswers, ...more }, chosen) => {
    hubStatus = hubAnswers;
    for (const id of onDisk) await pretend(id);
    if (cutShort !== undefined) await pretend(cutShort, 1_000);
    const filled = index && fingerprintOf({ profile: index, textEncoder: 'minilm' }, await readHubManifest());
    const auto = { profile: 'auto', textEncoder: 'auto', fetch: 'named' } as const;
    const choice = chooseProfile(
      { ...auto, modelDir: models.modelDir, hubUrl: hub.url, ...more },
      filled ?? '',
    );
    expect(await choice).toMatchObject(chosen);
  });
});

const LITE = { MODEL_PROFILE: 'lite' };
const E5 = { MODEL_PROFILE: 'lite', TEXT_ENCODER: 'e5-small' };
const NEVER = { MODEL_FETCH: 'never' };
const AUTO = { MODEL_PROFILE: 'auto', ...NEVER };

test('a named profile is brought, checked and opened; auto then finds it on disk', async () => {
  const profile = await open();
  expect(profile).toMatchObject({
    id: 'clip-b32',
    crossModal: true,
    textEncoder: { id: 'minilm' },
    dimensions: { image: 512, caption: 384, sight: 0 },
  });
  const auto = await openProfile(settings(AUTO), { indexFingerprint: '' });
  expect(auto).toMatchObject({ profile, why: 'its files are on disk' });
});

test('what MODEL_PROFILE names is complete after prepare, so that services need to fetch nothing', async () => {
  const context = { settings: settings(), signal: new AbortController().signal };
  await createProgram(() => context).parseAsync(['node', 'models', 'prepare']);
  expect((await open(NEVER)).id).toBe('clip-b32');
});

const CLIP = { MODEL_PROFILE: 'clip-b32' };

test.each([
  [
    LITE,
    CLIP,
    'The index was filled by the profile lite, not by clip-b32. Start with MODEL_PROFILE=lite; to search with clip-b32, start it without RETRIEVAL_ADDRESS and embed every stored image again: npm run ingest -- reindex.',
  ],
  [CLIP, LITE, 'MODEL_PROFILE=clip-b32 after npm run models -- pull clip-b32'],
  [
    LITE,
    E5,
    'Start with MODEL_PROFILE=lite TEXT_ENCODER=minilm; to search with lite with e5-small, start it',
  ],
  [
    E5,
    { ...LITE, TEXT_ENCODER: 'minilm' },
    'MODEL_PROFILE=lite TEXT_ENCODER=e5-small after npm run models -- pull e5-small',
  ],
])('an index of %j refuses %j with the variables that repair it', async (index, named, message) => {
  const { fingerprint } = await open(index);
  await expect(open(named, fingerprint)).rejects.toThrow(message);
});

test('an index of an unknown model is refused by its fingerprint, under auto too', async () => {
  await expect(open({ MODEL_PROFILE: 'auto' }, 'f'.repeat(64))).rejects.toThrow('f'.repeat(64));
});

test('files that are missing or damaged are named with the command that brings them', async () => {
  await expect(open(NEVER)).rejects.toThrow('is missing. Download it with: npm run models -- pull clip-b32');
  await open();
  const [file] = filesOf(entryOf((await readHubManifest(models.env['MODEL_MANIFEST'])).profiles, 'clip-b32'));
  if (file) await writeFile(pathOf(models, file), Buffer.alloc(file.bytes));
  await expect(open(NEVER)).rejects.toThrow('is damaged. Download it');
});

test('the manifest pins every file of a profile, and states whether it may be metered', async () => {
  // Its schema pins every file.
  await readHubManifest();
  const { profiles } = JSON.parse(await readFile(MANIFEST_PATH, 'utf8')) as { profiles: object[] };
  for (const profile of profiles) expect(profile).toMatchObject({ commercialUse: expect.any(Boolean) });
});

test('a profile whose licence forbids commercial use is refused: the service is metered', async () => {
  await changeManifest('profiles', (entry) => ({ ...entry, licence: 'CC-BY-NC-4.0', commercialUse: false }));
  await expect(open()).rejects.toThrow(
    'The licence of clip-b32 (CC-BY-NC-4.0) forbids commercial use, and this service is metered.',
  );
});

test('a reranker without a tokenizer of its own reads with that of minilm', async () => {
  await changeManifest('rerankers', ({ files: { model }, ...entry }) => ({ ...entry, files: { model } }));
  const { files } = await ensureReranker({ ...settings(), mayFetch: true });
  expect(files.tokenizer).toBe(MINILM.files.tokenizer);
});

test('the README and the sentence of lite offer the same model of the same size', async () => {
  const sentence = modelSentence('lite', await readHubManifest());
  const [, size, command] = /\((\d+ MB)\): (npm run models -- use [\w-]+)$/.exec(sentence) ?? [];
  const readme = await readFile(README, 'utf8');
  expect(readme).toContain(command);
  expect(readme).toContain(size);
  expect(sentence.split('\n')).toHaveLength(1);
});

describe('the text encoder', () => {
  test('is minilm, which needs no download, unless another one is named; lite needs no download either', async () => {
    expect(await open({ ...LITE, ...NEVER })).toMatchObject({
      id: 'lite',
      textEncoder: { id: 'minilm' },
      dimensions: { image: 256, caption: 384, sight: 384 },
    });
    await expect(open({ ...E5, ...NEVER })).rejects.toThrow('npm run models -- pull e5-small');
  });

  test('that is named is brought and checked, and is part of the fingerprint of every profile', async () => {
    const lite = await open(E5);
    expect(lite).toMatchObject({
      textEncoder: { id: 'e5-small' },
      dimensions: { caption: 8, sight: 384 },
    });
    const all = [lite, await open(LITE), await open(), await open({ ...E5, MODEL_PROFILE: 'clip-b32' })];
    expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });

  test('under auto is the one that filled the index', async () => {
    for (const profile of [await open(E5), await open(LITE)])
      expect(await open(AUTO, profile.fingerprint)).toEqual(profile);
  });
});
