import { hash } from 'node:crypto';
import { entryOf, textEncoderOf, type HubProfileId } from './hub-models.js';
import type { HubFile, HubManifest } from './hub/hub-manifest.js';
import { readPins, type HubSettings } from './hub/hub-store.js';
import { liteHash, MINILM } from './lite.js';
import { PROFILE_IDS, TEXT_ENCODER_IDS, type ProfileId, type TextEncoderId } from './profile.js';

/** A profile and its text encoder. */
export interface KnownModel {
  profile: ProfileId;
  textEncoder: TextEncoderId;
}

/** Raise the one whose code changes the vectors of the same files: earlier indexes are then refused. */
const PREPROCESSING_VERSION = { lite: 1, hub: 2 };
const POOLING_VERSION = 1;

/** Undefined while a file of the model is not pinned, or the manifest does not name it. */
export async function fingerprintOf(
  { profile, textEncoder }: KnownModel,
  manifest: HubManifest,
  settings: HubSettings,
): Promise<string | undefined> {
  const vision = profile === 'lite' ? liteVision() : await hubVision(profile, manifest, settings);
  const texts = textEncoder === 'minilm' ? minilm() : await hubTexts(textEncoder, manifest, settings);
  return vision && texts && hash('sha256', JSON.stringify({ vision, texts }));
}

/** The model that a fingerprint belongs to; undefined for one of another version. */
export async function modelOfFingerprint(
  fingerprint: string,
  manifest: HubManifest,
  settings: HubSettings,
): Promise<KnownModel | undefined> {
  const profiles = PROFILE_IDS.filter(
    (id) => id === 'lite' || manifest.profiles.some((entry) => entry.id === id),
  );
  const encoders = TEXT_ENCODER_IDS.filter(
    (id) => id === 'minilm' || manifest.textEncoders.some((entry) => entry.id === id),
  );
  for (const profile of profiles) {
    for (const textEncoder of encoders) {
      const model = { profile, textEncoder };
      if ((await fingerprintOf(model, manifest, settings)) === fingerprint) return model;
    }
  }
  return undefined;
}

function liteVision(): object {
  const files = ['efficientnet-lite0.onnx', 'lite-head.onnx', 'blazeface.onnx', 'minilm.onnx'].map(liteHash);
  return { id: 'lite', preprocessing: PREPROCESSING_VERSION.lite, files };
}

async function hubVision(
  id: HubProfileId,
  manifest: HubManifest,
  settings: HubSettings,
): Promise<object | undefined> {
  const { files, pixels, text } = entryOf(manifest, id);
  const hashes = await hashesOf(Object.values(files), settings);
  const faceDetector = liteHash('blazeface.onnx');
  return (
    hashes && { id, preprocessing: PREPROCESSING_VERSION.hub, files: hashes, pixels, text, faceDetector }
  );
}

function minilm(): object {
  const { id, text, prefixes } = MINILM;
  const files = ['minilm.onnx', 'minilm-tokenizer.json'].map(liteHash);
  return { id, pooling: POOLING_VERSION, files, text, prefixes };
}

async function hubTexts(
  id: TextEncoderId,
  manifest: HubManifest,
  settings: HubSettings,
): Promise<object | undefined> {
  const { text, prefixes, files } = textEncoderOf(manifest, id);
  const hashes = await hashesOf(Object.values(files), settings);
  return hashes && { id, pooling: POOLING_VERSION, files: hashes, text, prefixes };
}

/** Undefined while one of the files is not pinned. */
async function hashesOf(files: readonly HubFile[], settings: HubSettings): Promise<string[] | undefined> {
  const pins = await readPins(settings.lockPath);
  const hashes = files.flatMap((file) => pins(file)?.sha256 ?? []);
  return hashes.length === files.length ? hashes : undefined;
}
