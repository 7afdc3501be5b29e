import {
  readHubManifest,
  type HubEntry,
  type HubFile,
  type HubManifest,
  type HubProfileId,
} from './hub/hub-manifest.js';
import {
  arePresent,
  pathOf,
  pullFile,
  stateOf,
  type HubSettings,
  type PullOptions,
} from './hub/hub-files.js';
import { MINILM } from './lite.js';
import type { ProfileId } from './profile.js';

export interface EnsureOptions extends PullOptions {
  /** Whether missing files may be downloaded. */
  mayFetch: boolean;
}

/** An entry of the manifest with the paths of its files. */
type Local<Entry extends HubEntry> = Omit<Entry, 'files'> & {
  files: { [Name in keyof Entry['files']]: string };
};

/**
 * Checks a model's files by SHA-256, and downloads missing ones where `mayFetch` allows it.
 * @throws HubError, and Error that names the download command
 */
export async function ensureModel<Entry extends HubEntry>(
  entry: Entry,
  options: EnsureOptions,
): Promise<Local<Entry>> {
  const paths: Record<string, string> = {};
  for (const [name, file] of Object.entries<HubFile | undefined>(entry.files)) {
    if (file === undefined) continue;
    const path = (paths[name] = pathOf(options, file));
    if (options.mayFetch) await pullFile(file, options);
    const state = options.mayFetch ? 'whole' : await stateOf(options, file);
    if (state !== 'whole') throw new Error(`${path} is ${state}. Download it with: ${pullCommand(entry.id)}`);
  }
  // They have the names of the entry's own files.
  return { ...entry, files: paths as Local<Entry>['files'] };
}

export interface RerankerModel extends Local<HubManifest['rerankers'][number]> {
  files: { model: string; tokenizer: string };
}

/** The first cross-encoder of the manifest. @throws like `ensureModel` */
export async function ensureReranker(options: EnsureOptions): Promise<RerankerModel> {
  const [entry] = (await readHubManifest(options.manifestPath)).rerankers;
  if (entry === undefined) throw new Error('The manifest of models has no reranker.');
  const model = await ensureModel(entry, options);
  return { ...model, files: { tokenizer: MINILM.files.tokenizer, ...model.files } };
}

/** The entry with this id. @throws Error when the manifest does not name it. */
export function entryOf<Entry extends HubEntry>(entries: readonly Entry[], id: string): Entry {
  const entry = entries.find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models does not name ${id}.`);
  return entry;
}

/** The profile that is downloaded when a yes names none; undefined in a manifest without profiles. */
export function offeredProfile({ offered, profiles }: HubManifest): HubProfileId | undefined {
  return offered ?? profiles[0]?.id;
}

/** Its download, as people read it. */
export function profileMegabytes({ profiles }: HubManifest, id: HubProfileId): string {
  return megabytesOf(filesOf(entryOf(profiles, id)));
}

/** What is downloaded for an entry of the manifest. */
export function filesOf({ files }: HubEntry): HubFile[] {
  return Object.values<HubFile | undefined>(files).filter((file) => file !== undefined);
}

const MEGABYTE = 1_000_000;

/** Size of all files. */
export function megabytesOf(files: readonly HubFile[]): string {
  return `${Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE)} MB`;
}

/** The profiles whose towers are on disk, best first. */
export async function presentProfiles(
  { profiles }: HubManifest,
  settings: HubSettings,
): Promise<HubProfileId[]> {
  const present: HubProfileId[] = [];
  for (const entry of profiles) if (await arePresent(settings, filesOf(entry))) present.push(entry.id);
  return present;
}

export function pullCommand(id: string): string {
  return `npm run models -- pull ${id}`;
}

/** What the model of an index finds, what it cannot do, and the one command that helps: one sentence. */
export function modelSentence(id: ProfileId, manifest: HubManifest): string {
  if (id !== 'lite') {
    const { limits } = entryOf(manifest.profiles, id);
    return [`${id}: words find images by their pixels.`, limits].join(' ').trim();
  }
  const offered = offeredProfile(manifest);
  const help =
    offered === undefined
      ? ''
      : ` A vision model lets you search photographs without captions (${profileMegabytes(manifest, offered)}): npm run models -- use ${offered}`;
  return `lite: words find images by their captions; without a caption, it recognises only 1,000 kinds of things, and people.${help}`;
}
