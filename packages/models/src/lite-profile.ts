import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WORD_VECTOR_OPTIONS } from './lsa/build-word-vectors.js';
import { buildLiteFiles, liteFiles } from './lite/build.js';
import { withBuildLock } from './lite/build-lock.js';
import { liteFingerprint } from './lite/fingerprint.js';
import { IMAGE_TOWER } from './lite/image-tower.js';
import { verifiedManifest } from './lite/manifest.js';
import type { ModelProfile, ProfileProgress } from './profile.js';

export interface EnsureLiteProfileOptions {
  /** Folder for models of all profiles; made when missing. */
  modelDir: string;
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  /** Stops a build; nothing half-built is left where a profile is looked for. */
  signal?: AbortSignal | undefined;
}

export { liteFingerprint } from './lite/fingerprint.js';

const FOLDER = 'lite';
const LOCK = 'lite.lock';
const UNFINISHED = 'lite.building-';

/**
 * The `lite` profile, which is built from the npm packages this package depends on: about half a minute once, then a
 * check of its files at each start. Processes that ask at the same time share one build.
 * @throws Error when a package holds other files than this version was made for, or when the folder cannot be written.
 */
export async function ensureLiteProfile(options: EnsureLiteProfileOptions): Promise<ModelProfile> {
  const modelDir = resolve(options.modelDir);
  const built = await openLiteProfile(modelDir);
  if (built !== undefined) return built;
  await mkdir(modelDir, { recursive: true });
  const isDone = async () => (await openLiteProfile(modelDir)) !== undefined;
  const onWait = () =>
    options.onProgress?.({ step: 'waiting for another process to build', done: 0, total: 1 });
  await withBuildLock(join(modelDir, LOCK), { isDone, onWait, signal: options.signal }, async (signal) => {
    // Another process may have finished between the first look and the lock.
    if (!(await isDone())) await build(modelDir, { ...options, signal });
  });
  const profile = await openLiteProfile(modelDir);
  if (profile === undefined)
    throw new Error(`The models in ${join(modelDir, FOLDER)} were damaged while they were built.`);
  return profile;
}

/** The profile when it is there and whole; undefined when it has yet to be built, or to be built again. */
export async function openLiteProfile(modelDir: string): Promise<ModelProfile | undefined> {
  const dir = join(resolve(modelDir), FOLDER);
  const fingerprint = liteFingerprint();
  if ((await verifiedManifest(dir, fingerprint)) === undefined) return undefined;
  return {
    id: 'lite',
    fingerprint,
    dir,
    imageDimensions: IMAGE_TOWER.dimensions,
    textDimensions: WORD_VECTOR_OPTIONS.dimensions,
    crossModal: false,
    files: liteFiles(dir),
  };
}

/** Builds beside the final place and renames, so that a profile is there whole or not at all. */
async function build(modelDir: string, { onProgress, signal }: EnsureLiteProfileOptions): Promise<void> {
  for (const entry of await readdir(modelDir)) {
    // Left by a process that was killed; whoever holds the lock is the only one who builds.
    if (entry.startsWith(UNFINISHED)) await rm(join(modelDir, entry), { recursive: true, force: true });
  }
  const unfinished = join(modelDir, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  try {
    await buildLiteFiles(unfinished, { fingerprint: liteFingerprint(), onProgress, signal });
    signal?.throwIfAborted();
    await rm(join(modelDir, FOLDER), { recursive: true, force: true });
    await rename(unfinished, join(modelDir, FOLDER));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
