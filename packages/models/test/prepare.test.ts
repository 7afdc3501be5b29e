import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { z } from 'zod';
import { modelVariables, toProfileSettings } from '../src/profile-settings.js';
import { openProfile } from '../src/open-profile.js';
import { createProgram } from '../src/program.js';

let models: HubModels;
beforeEach(async () => {
  models = await hubModels('clip-b32');
}, 300_000);
afterEach(() => models.remove());

test('what MODEL_PROFILE names is complete after prepare, so that services need to fetch nothing', async () => {
  const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
  const settings = toProfileSettings(schema.parse(models.env));
  const { signal } = new AbortController();
  await createProgram(() => ({ settings, signal })).parseAsync(['node', 'models', 'prepare']);

  const opened = await openProfile({ ...settings, fetch: 'never' }, { indexFingerprint: '' });
  expect(opened.profile.id).toBe('clip-b32');
});
