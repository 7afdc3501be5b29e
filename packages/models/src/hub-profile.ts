import {
  rerankerOf,
  readHubManifest,
  type HubFile,
  type HubManifest,
  type HubProfileEntry,
} from './hub/hub-manifest.js';
import { readPins } from './hub/lock-file.js';
import {
  arePresent,
  pathOf,
  pullFiles,
  stateOf,
  type HubSettings,
  type PullOptions,
} from './hub/hub-store.js';
import { FACE_DETECTOR } from '@imagesearch/lite-models/face-detector';
import { sha256 } from '@imagesearch/lite-models/manifest';
import { FACE_DETECTION } from '@imagesearch/lite-models/sources';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import type { DualEncoderProfile, RerankerModel } from './profile.js';

export type HubProfileId = DualEncoderProfile['id'];

export interface EnsureHubOptions extends PullOptions {
  /** Whether missing files may be downloaded. */
  mayFetch: boolean;
}

/** Raise it when a change of code changes the vectors of the same files: earlier indexes are then refused. */
const PREPROCESSING_VERSION = 2;

/** Checks the files by SHA-256 and downloads missing ones where `mayFetch` allows it. @throws Error, HubError */
export async function ensureHubProfile(
  id: HubProfileId,
  options: EnsureHubOptions,
): Promise<DualEncoderProfile> {
  const manifest = await readHubManifest(options.manifestPath);
  const entry = entryOf(manifest, id);
  await ensureFiles(id, Object.values(entry.files), options);
  const { files: lite } = await ensureLiteProfile(options);
  return {
    id,
    fingerprint: (await fingerprintOf(entry, options)) ?? '',
    dir: options.modelDir,
    imageDimensions: entry.dimensions,
    textDimensions: entry.dimensions,
    crossModal: true,
    scoreCurves: entry.scoreCurves,
    files: {
      imageTower: pathOf(options, entry.files.imageTower),
      textTower: pathOf(options, entry.files.textTower),
      tokenizer: pathOf(options, entry.files.tokenizer),
      faceDetector: lite.faceDetector,
    },
    pixels: entry.pixels,
    text: entry.text,
  };
}

/** The cross-encoder of a profile. @throws like `ensureHubProfile` */
export async function ensureReranker(id: HubProfileId, options: EnsureHubOptions): Promise<RerankerModel> {
  const manifest = await readHubManifest(options.manifestPath);
  const reranker = rerankerOf(manifest, entryOf(manifest, id));
  await ensureFiles(id, Object.values(reranker.files), options);
  return {
    id: reranker.id,
    tokensMax: reranker.tokensMax,
    padId: reranker.padId,
    lowerCase: reranker.lowerCase,
    files: {
      model: pathOf(options, reranker.files.model),
      tokenizer: pathOf(options, reranker.files.tokenizer),
    },
  };
}

/** Whether the cross-encoder of a profile is on disk; compares only file sizes. */
export async function isRerankerThere(id: HubProfileId, settings: HubSettings): Promise<boolean> {
  const manifest = await readHubManifest(settings.manifestPath);
  return arePresent(settings, Object.values(rerankerOf(manifest, entryOf(manifest, id)).files));
}

/** The files of a profile and its reranker. */
export function filesOf(manifest: HubManifest, id: HubProfileId): HubFile[] {
  const entry = entryOf(manifest, id);
  return [...Object.values(entry.files), ...Object.values(rerankerOf(manifest, entry).files)];
}

export function hubProfileIds({ profiles }: HubManifest): HubProfileId[] {
  return profiles.map(({ id }) => hubProfileId(id));
}

/** The profiles whose towers are on disk, best first. */
export async function presentProfiles(manifest: HubManifest, settings: HubSettings): Promise<HubProfileId[]> {
  const present: HubProfileId[] = [];
  for (const entry of manifest.profiles) {
    if (await arePresent(settings, Object.values(entry.files))) present.push(hubProfileId(entry.id));
  }
  return present;
}

/** The fingerprint of each profile whose files are all pinned, without a sentence encoder. */
export async function hubFingerprints(
  manifest: HubManifest,
  settings: HubSettings,
): Promise<Map<string, HubProfileId>> {
  const fingerprints = new Map<string, HubProfileId>();
  for (const entry of manifest.profiles) {
    const fingerprint = await fingerprintOf(entry, settings);
    if (fingerprint !== undefined) fingerprints.set(fingerprint, hubProfileId(entry.id));
  }
  return fingerprints;
}

export function entryOf(manifest: HubManifest, id: HubProfileId): HubProfileEntry {
  const entry = manifest.profiles.find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models has no profile ${id}.`);
  return entry;
}

export function pullCommand(id: string): string {
  return `npm run models -- pull ${id}`;
}

/** Downloads missing files where that is allowed, and checks all. @throws Error that names the download command */
export async function ensureFiles(
  id: string,
  files: readonly HubFile[],
  options: EnsureHubOptions,
): Promise<void> {
  if (options.mayFetch) {
    await pullFiles(files, options);
    return;
  }
  const pins = await readPins(options.lockPath);
  for (const file of files) {
    const state = await stateOf(options, file, pins);
    if (state !== 'whole') {
      throw new Error(`${pathOf(options, file)} is ${state}. Download it with: ${pullCommand(id)}`);
    }
  }
}

async function fingerprintOf(entry: HubProfileEntry, settings: HubSettings): Promise<string | undefined> {
  const pins = await readPins(settings.lockPath);
  const hashes = Object.values(entry.files).map((file) => pins(file)?.sha256);
  if (hashes.includes(undefined)) return undefined;
  return sha256(
    JSON.stringify({
      id: entry.id,
      preprocessing: PREPROCESSING_VERSION,
      files: hashes,
      pixels: entry.pixels,
      text: entry.text,
      faceDetector: { source: FACE_DETECTION.sha256, ...FACE_DETECTOR },
    }),
  );
}

function hubProfileId(id: string): HubProfileId {
  if (id === 'clip-b32' || id === 'siglip2-b16') return id;
  throw new Error(`The manifest of models has a profile that this version does not know: ${id}.`);
}
