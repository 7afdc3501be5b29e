import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { dirname } from 'node:path';
import { z } from 'zod';
import { chooseProfile } from '../src/open-profile.js';
import { ensureModel, entryOf, filesOf } from '../src/hub-models.js';
import { MANIFEST_PATH, readHubManifest, type HubProfileId } from '../src/hub/hub-manifest.js';
import { pathOf } from '../src/hub/hub-files.js';
import { fingerprintOf } from '../src/fingerprints.js';
import type { ProfileId } from '../src/profile.js';
import { modelVariables, toProfileSettings, type ProfileSettings } from '../src/profile-settings.js';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

const dir = folderOfEachTest();
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** An address that nothing may ever be asked at: asking takes longer than a test may. */
const NOWHERE = 'http://192.0.2.1';

const settings = (more: Partial<ProfileSettings> = {}): ProfileSettings => ({
  profile: 'auto',
  textEncoder: 'auto',
  fetch: 'named',
  modelDir: dir,
  hubUrl: NOWHERE,
  ...more,
});

const entry = async (id: HubProfileId) => entryOf((await readHubManifest()).profiles, id);

async function fingerprintOfProfile(profile: ProfileId): Promise<string> {
  const model = { profile, textEncoder: 'minilm' } as const;
  return fingerprintOf(model, await readHubManifest());
}

/** Files of the right length without a byte on the disk: enough to be chosen, not to be loaded. */
async function pretendPresent(id: HubProfileId): Promise<void> {
  for (const file of filesOf(await entry(id))) {
    const path = pathOf({ modelDir: dir }, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    await truncate(path, file.bytes);
  }
}

async function hubThatAnswers(status: number): Promise<string> {
  server = createServer((_request, response) => response.writeHead(status).end());
  return (await openOnLoopback(server)).url;
}

describe('auto', () => {
  test('without files runs lite, and asks no hub', async () => {
    const choice = await chooseProfile(settings(), '');
    expect(choice).toMatchObject({ id: 'lite', mayFetch: false });
  });

  test('takes the best profile that is on disk', async () => {
    await pretendPresent('clip-b32');
    await expect(chooseProfile(settings(), '')).resolves.toMatchObject({ id: 'clip-b32', mayFetch: false });
    await pretendPresent('siglip2-b16');
    await expect(chooseProfile(settings(), '')).resolves.toMatchObject({ id: 'siglip2-b16' });
  });

  test('takes no profile of which a file is cut short', async () => {
    await pretendPresent('clip-b32');
    const { textTower } = (await entry('clip-b32')).files;
    await truncate(pathOf({ modelDir: dir }, textTower), 1_000);
    await expect(chooseProfile(settings(), '')).resolves.toMatchObject({ id: 'lite' });
  });

  test('uses the profile that filled the index, for any profiles on disk', async () => {
    await pretendPresent('siglip2-b16');
    await expect(chooseProfile(settings(), await fingerprintOfProfile('lite'))).resolves.toMatchObject({
      id: 'lite',
    });
    for (const id of ['siglip2-b16', 'clip-b32'] as const) {
      await expect(chooseProfile(settings(), await fingerprintOfProfile(id))).resolves.toMatchObject({
        id,
        why: 'it filled the index',
      });
    }
  });

  test('asks the hub only if it may download, and takes the profile that is offered', async () => {
    const hubUrl = await hubThatAnswers(200);
    await expect(chooseProfile(settings({ fetch: 'auto', hubUrl }), '')).resolves.toMatchObject({
      id: 'clip-b32',
      mayFetch: true,
    });
  });

  test('falls back to lite when the hub refuses or does not answer in time', async () => {
    const hubUrl = await hubThatAnswers(503);
    await expect(chooseProfile(settings({ fetch: 'auto', hubUrl }), '')).resolves.toMatchObject({
      id: 'lite',
    });
    server?.removeAllListeners('request');
    await expect(chooseProfile(settings({ fetch: 'auto', hubUrl }), '')).resolves.toMatchObject({
      id: 'lite',
    });
  });
});

test('a named profile is used, and is downloaded unless downloads are forbidden', async () => {
  const named = settings({ profile: 'clip-b32' });
  await expect(chooseProfile(named, await fingerprintOfProfile('lite'))).resolves.toMatchObject({
    id: 'clip-b32',
    mayFetch: true,
  });
  await expect(chooseProfile({ ...named, fetch: 'never' }, '')).resolves.toMatchObject({ mayFetch: false });
});

test('a profile whose files are missing or damaged is refused with the command that brings them', async () => {
  const options = { ...settings(), mayFetch: false };
  const clip = await entry('clip-b32');
  await expect(ensureModel(clip, options)).rejects.toThrow(
    /vision_model_quantized\.onnx is missing\. Download it with: npm run models -- pull clip-b32/,
  );
  await pretendPresent('clip-b32');
  await expect(ensureModel(clip, options)).rejects.toThrow(/is damaged\./);
});

test('the manifest pins every file of a profile, and states whether it may be metered', async () => {
  const { profiles } = JSON.parse(await readFile(MANIFEST_PATH, 'utf8')) as { profiles: { files: object }[] };
  const pinned = { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: expect.any(Number) };
  for (const profile of profiles) {
    expect(profile).toMatchObject({ licence: expect.any(String), commercialUse: expect.any(Boolean) });
    for (const file of Object.values(profile.files)) expect(file).toMatchObject(pinned);
  }
  const fingerprints = await Promise.all((['siglip2-b16', 'clip-b32'] as const).map(fingerprintOfProfile));
  expect(new Set(fingerprints).size).toBe(profiles.length);
});

test('settings have a default each, and name what is wrong', () => {
  const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
  expect(toProfileSettings(schema.parse({}))).toMatchObject({
    profile: 'auto',
    fetch: 'named',
    hubUrl: 'https://huggingface.co',
    modelDir: '.data/models',
  });
  const { error } = schema.safeParse({ MODEL_PROFILE: 'huge', MODEL_HUB_URL: 'ftp://x', MODEL_FETCH: 'yes' });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['MODEL_PROFILE', 'MODEL_HUB_URL', 'MODEL_FETCH']);
});
