import { hash } from 'node:crypto';
import { entryOf, filesOf } from './hub-models.js';
import type { HubEntry, HubManifest, HubProfileId } from './hub/hub-manifest.js';
import { liteHash, MINILM } from './lite.js';
import type { ProfileId, TextEncoderId } from './profile.js';

/** A profile and its text encoder. */
export interface KnownModel {
  profile: ProfileId;
  textEncoder: TextEncoderId;
}

/** Raise the one whose code changes the vectors of the same files: earlier indexes are then refused. */
const PREPROCESSING_VERSION = { lite: 1, hub: 2 };
const POOLING_VERSION = 1;

/** @throws Error for a model that the manifest does not name. */
export function fingerprintOf({ profile, textEncoder }: KnownModel, manifest: HubManifest): string {
  const vision = profile === 'lite' ? liteVision() : hubVision(profile, manifest);
  const texts = textEncoder === 'minilm' ? minilm() : hubTexts(textEncoder, manifest);
  return hash('sha256', JSON.stringify({ vision, texts }));
}

/** The model that a fingerprint belongs to; undefined for one of another version. */
export function modelOfFingerprint(fingerprint: string, manifest: HubManifest): KnownModel | undefined {
  const profiles: ProfileId[] = ['lite', ...manifest.profiles.map(({ id }) => id)];
  const encoders: TextEncoderId[] = ['minilm', ...manifest.textEncoders.map(({ id }) => id)];
  for (const profile of profiles) {
    for (const textEncoder of encoders) {
      const model = { profile, textEncoder };
      if (fingerprintOf(model, manifest) === fingerprint) return model;
    }
  }
  return undefined;
}

function liteVision(): object {
  const files = ['efficientnet-lite0.onnx', 'lite-head.onnx', 'blazeface.onnx', 'minilm.onnx'].map(liteHash);
  return { id: 'lite', preprocessing: PREPROCESSING_VERSION.lite, files };
}

function hubVision(id: HubProfileId, { profiles }: HubManifest): object {
  const entry = entryOf(profiles, id);
  const { pixels, text } = entry;
  const faceDetector = liteHash('blazeface.onnx');
  return { id, preprocessing: PREPROCESSING_VERSION.hub, files: hashesOf(entry), pixels, text, faceDetector };
}

function minilm(): object {
  const { id, text, prefixes } = MINILM;
  const files = ['minilm.onnx', 'minilm-tokenizer.json'].map(liteHash);
  return { id, pooling: POOLING_VERSION, files, text, prefixes };
}

function hubTexts(id: TextEncoderId, { textEncoders }: HubManifest): object {
  const entry = entryOf(textEncoders, id);
  const { text, prefixes } = entry;
  return { id, pooling: POOLING_VERSION, files: hashesOf(entry), text, prefixes };
}

function hashesOf(entry: HubEntry): string[] {
  return filesOf(entry).map(({ sha256 }) => sha256);
}
