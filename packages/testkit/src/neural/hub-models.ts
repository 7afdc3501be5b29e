import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { writeHubFolder, type HubFolder, type HubProfileName } from './hub-folder.js';
import { testModelDir } from './lite-profile.js';

export interface HubModels extends HubFolder {
  /** Of the models that were brought so far. */
  modelDir: string;
  remove: () => Promise<void>;
}

/** A profile of generated networks behind a mirror's folder, and a folder of models that has `lite` only so far. */
export async function hubModels(
  profile: HubProfileName,
  size?: 'small' | 'full',
  known?: readonly string[],
): Promise<HubModels> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-hub-models-'));
  const { dir: lite } = await ensureLiteProfile({ modelDir: testModelDir() });
  await symlink(lite, join(dir, 'lite'));
  const { env, textFiles } = await writeHubFolder(join(dir, 'mirror'), profile, size, known);
  return {
    env: { ...env, MODEL_DIR: dir },
    modelDir: dir,
    textFiles,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
