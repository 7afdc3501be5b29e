import { ensureFiles, type EnsureHubOptions } from './hub-profile.js';
import { readHubManifest, type HubManifest, type TextEncoderEntry } from './hub/hub-manifest.js';
import { readPins } from './hub/lock-file.js';
import { pathOf, type HubSettings } from './hub/hub-store.js';
import { MINILM, MINILM_HASHES } from './lite.js';
import type { TextEncoderId, TextEncoderModel } from './profile.js';

/** Raise it when a change of code changes the vectors of the same files: earlier indexes are then refused. */
const POOLING_VERSION = 1;

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

/** What its vectors depend on; undefined while one of its files is not pinned. */
export async function textEncoderFacts(
  id: TextEncoderId,
  manifest: HubManifest,
  settings: HubSettings,
): Promise<object | undefined> {
  if (id === 'minilm') {
    const { text, prefixes } = MINILM;
    return { id, pooling: POOLING_VERSION, files: MINILM_HASHES, text, prefixes };
  }
  const { text, prefixes, files } = textEncoderOf(manifest, id);
  const pins = await readPins(settings.lockPath);
  const hashes = Object.values(files).map((file) => pins(file)?.sha256);
  return hashes.includes(undefined)
    ? undefined
    : { id, pooling: POOLING_VERSION, files: hashes, text, prefixes };
}

export function textEncoderOf({ textEncoders }: HubManifest, id: TextEncoderId): TextEncoderEntry {
  const entry = textEncoders.find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models has no text encoder ${id}.`);
  return entry;
}
