import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { writeHubFolder, type HubProfileName } from './hub-folder.js';
import { testModelDir } from './lite-profile.js';

export interface HubModels {
  /** Of a service that is to run the profile. */
  env: Readonly<Record<string, string>>;
  remove: () => Promise<void>;
}

/** A profile of generated networks behind a mirror's folder, and a folder of models that has `lite` only so far. */
export async function hubModels(
  profile: HubProfileName,
  size: 'small' | 'full' = 'small',
): Promise<HubModels> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-hub-models-'));
  const { dir: lite } = await ensureLiteProfile({ modelDir: testModelDir() });
  await symlink(lite, join(dir, 'lite'));
  const { env } = await writeHubFolder(join(dir, 'mirror'), profile, size);
  return {
    env: { ...env, MODEL_DIR: dir },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
