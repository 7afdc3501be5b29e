import {
  readHubManifest,
  type HubFile,
  type HubManifest,
  type HubProfileEntry,
  type TextEncoderEntry,
} from './hub/hub-manifest.js';
import {
  arePresent,
  pathOf,
  pullFiles,
  stateOf,
  type HubSettings,
  type PullOptions,
} from './hub/hub-files.js';
import { MINILM } from './lite.js';
import type {
  DualEncoderProfile,
  ProfileId,
  RerankerModel,
  TextEncoderId,
  TextEncoderModel,
} from './profile.js';

export type HubProfileId = DualEncoderProfile['id'];

interface EnsureHubOptions extends PullOptions {
  /** Whether missing files may be downloaded. */
  mayFetch: boolean;
}

const MEGABYTE = 1_000_000;

/** What a profile of the hub computes vectors of pixels with. */
export type HubVision = Pick<
  DualEncoderProfile,
  'id' | 'crossModal' | 'files' | 'pixels' | 'text' | 'scoreCurves'
> & {
  imageDimensions: number;
};

/** Checks the files by SHA-256 and downloads missing ones where `mayFetch` allows it. @throws Error, HubError */
export async function ensureHubVision(id: HubProfileId, options: EnsureHubOptions): Promise<HubVision> {
  const manifest = await readHubManifest(options.manifestPath);
  const { dimensions, files, pixels, text, scoreCurves, licence, commercialUse } = entryOf(manifest, id);
  if (!commercialUse)
    throw new Error(`The licence of ${id} (${licence}) forbids commercial use, and this service is metered.`);
  await ensureFiles(id, Object.values(files), options);
  return {
    id,
    crossModal: true,
    imageDimensions: dimensions,
    scoreCurves,
    files: {
      imageTower: pathOf(options, files.imageTower),
      textTower: pathOf(options, files.textTower),
      tokenizer: pathOf(options, files.tokenizer),
    },
    pixels,
    text,
  };
}

/** The first cross-encoder of the manifest. @throws like `ensureHubVision` */
export async function ensureReranker(options: EnsureHubOptions): Promise<RerankerModel> {
  const [entry] = (await readHubManifest(options.manifestPath)).rerankers;
  if (entry === undefined) throw new Error('The manifest of models has no reranker.');
  const { id, tokensMax, padId, lowerCase, files } = entry;
  await ensureFiles(id, filesOf(entry), options);
  const tokenizer = files.tokenizer ? pathOf(options, files.tokenizer) : MINILM.files.tokenizer;
  return { id, tokensMax, padId, lowerCase, files: { model: pathOf(options, files.model), tokenizer } };
}

/** `minilm` is part of this package; another one is checked by SHA-256, and downloaded where `mayFetch` allows it. */
export async function ensureTextEncoder(
  id: TextEncoderId,
  options: EnsureHubOptions,
): Promise<TextEncoderModel> {
  if (id === 'minilm') return MINILM;
  const { dimensions, text, prefixes, files } = textEncoderOf(
    await readHubManifest(options.manifestPath),
    id,
  );
  await ensureFiles(id, Object.values(files), options);
  return {
    id,
    dimensions,
    englishOnly: false,
    text,
    prefixes,
    files: { model: pathOf(options, files.model), tokenizer: pathOf(options, files.tokenizer) },
  };
}

/** The profile that is downloaded when a yes names none; undefined in a manifest without profiles. */
export function offeredProfile({ offered, profiles }: HubManifest): HubProfileId | undefined {
  const id = offered ?? profiles[0]?.id;
  return id === undefined ? undefined : hubProfileId(id);
}

/** Its download, as people read it. */
export function profileMegabytes(manifest: HubManifest, id: HubProfileId): string {
  return megabytesOf(Object.values(entryOf(manifest, id).files));
}

/** What is downloaded for an entry of the manifest. */
export function filesOf({ files }: { files: Readonly<Record<string, HubFile | undefined>> }): HubFile[] {
  return Object.values(files).filter((file) => file !== undefined);
}

/** Size of all files; the manifest does not know that of every file. */
export function megabytesOf(files: readonly HubFile[]): string {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const isWhole = files.every((file) => file.bytes !== undefined);
  if (!isWhole && bytes < MEGABYTE) return 'not known';
  return `${isWhole ? '' : 'over '}${Math.round(bytes / MEGABYTE)} MB`;
}

/** The profiles whose towers are on disk, best first. */
export async function presentProfiles(manifest: HubManifest, settings: HubSettings): Promise<HubProfileId[]> {
  const present: HubProfileId[] = [];
  for (const entry of manifest.profiles) {
    if (await arePresent(settings, Object.values(entry.files))) present.push(hubProfileId(entry.id));
  }
  return present;
}

export function entryOf(manifest: HubManifest, id: HubProfileId): HubProfileEntry {
  const entry = manifest.profiles.find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models has no profile ${id}.`);
  return entry;
}

export function pullCommand(id: string): string {
  return `npm run models -- pull ${id}`;
}

/** What the model of an index finds, what it cannot do, and the one command that helps: one sentence. */
export function modelSentence(id: ProfileId, manifest: HubManifest): string {
  if (id !== 'lite') {
    const { limits } = entryOf(manifest, id);
    return [`${id}: words find images by their pixels.`, limits].join(' ').trim();
  }
  const offered = offeredProfile(manifest);
  const help =
    offered === undefined
      ? ''
      : ` A vision model lets you search photographs without captions (${profileMegabytes(manifest, offered)}): npm run models -- use ${offered}`;
  return `lite: words find images by their captions; without a caption, it recognises only 1,000 kinds of things, and people.${help}`;
}

/** Downloads missing files where that is allowed, and checks all. @throws Error that names the download command */
async function ensureFiles(id: string, files: readonly HubFile[], options: EnsureHubOptions): Promise<void> {
  if (options.mayFetch) {
    await pullFiles(files, options);
    return;
  }
  for (const file of files) {
    const state = await stateOf(options, file);
    if (state !== 'whole') {
      throw new Error(`${pathOf(options, file)} is ${state}. Download it with: ${pullCommand(id)}`);
    }
  }
}

function hubProfileId(id: string): HubProfileId {
  if (id === 'clip-b32' || id === 'siglip2-b16') return id;
  throw new Error(`The manifest of models has a profile that this version does not know: ${id}.`);
}

export function textEncoderOf({ textEncoders }: HubManifest, id: TextEncoderId): TextEncoderEntry {
  const entry = textEncoders.find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models has no text encoder ${id}.`);
  return entry;
}
