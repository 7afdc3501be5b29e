import { sha256 } from '@imagesearch/lite-models/manifest';
import { ensureFiles, type EnsureHubOptions } from './hub-profile.js';
import {
  readHubManifest,
  type HubFile,
  type HubManifest,
  type SentenceEncoderEntry,
} from './hub/hub-manifest.js';
import { readPins } from './hub/lock-file.js';
import { arePresent, pathOf, type HubSettings } from './hub/hub-store.js';
import { SENTENCE_ENCODER_IDS, type SentenceEncoderId, type SentenceEncoderModel } from './profile.js';

/** Raise it when a change of code changes the vectors of the same files: earlier indexes are then refused. */
const POOLING_VERSION = 1;

/** Checks the files by SHA-256 and downloads missing ones where `mayFetch` allows it. @throws Error, HubError */
export async function ensureSentenceEncoder(
  id: SentenceEncoderId,
  options: EnsureHubOptions,
): Promise<SentenceEncoderModel> {
  const { dimensions, text, prefixes, files } = encoderOf(await readHubManifest(options.manifestPath), id);
  await ensureFiles(id, Object.values(files), options);
  return {
    id,
    dimensions,
    text,
    prefixes,
    files: { model: pathOf(options, files.model), tokenizer: pathOf(options, files.tokenizer) },
  };
}

/** The best one whose files are on disk; compares only file sizes. */
export async function presentSentenceEncoder(
  manifest: HubManifest,
  settings: HubSettings,
): Promise<SentenceEncoderId | undefined> {
  for (const { id, files } of manifest.sentenceEncoders) {
    if (await arePresent(settings, Object.values(files))) return sentenceEncoderId(id);
  }
  return undefined;
}

export function sentenceEncoderIds({ sentenceEncoders }: HubManifest): SentenceEncoderId[] {
  return sentenceEncoders.map(({ id }) => sentenceEncoderId(id));
}

export function encoderFilesOf(manifest: HubManifest, id: SentenceEncoderId): HubFile[] {
  return Object.values(encoderOf(manifest, id).files);
}

export function encoderOf(manifest: HubManifest, id: SentenceEncoderId): SentenceEncoderEntry {
  const entry = manifest.sentenceEncoders.find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models has no sentence encoder ${id}.`);
  return entry;
}

export function isSentenceEncoderId(id: string): id is SentenceEncoderId {
  return SENTENCE_ENCODER_IDS.some((known) => known === id);
}

/** Of a profile with this sentence encoder; undefined while a file of the encoder is not pinned. */
export async function fingerprintWith(
  profileFingerprint: string,
  { id, text, prefixes, files }: SentenceEncoderEntry,
  settings: HubSettings,
): Promise<string | undefined> {
  const pins = await readPins(settings.lockPath);
  const hashes = Object.values(files).map((file) => pins(file)?.sha256);
  if (hashes.includes(undefined)) return undefined;
  return sha256(
    JSON.stringify({
      profile: profileFingerprint,
      sentences: { id, pooling: POOLING_VERSION, files: hashes, text, prefixes },
    }),
  );
}

function sentenceEncoderId(id: string): SentenceEncoderId {
  if (isSentenceEncoderId(id)) return id;
  throw new Error(`The manifest of models has a sentence encoder that this version does not know: ${id}.`);
}
