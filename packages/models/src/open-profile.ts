import { chooseProfile, type ProfileSettings } from './choose-profile.js';
import { ensureHubVision, modelSentence, pullCommand, type HubVision } from './hub-profile.js';
import { readHubManifest, type HubManifest } from './hub/hub-manifest.js';
import { fingerprintOf, modelOfFingerprint, type KnownModel } from './known-models.js';
import { FACE_DETECTOR, LITE_DIMENSIONS, LITE_FILES, LITE_SCORE_CURVES, MINILM } from './lite.js';
import type { ModelProfile, ProfileProgress, TextEncoderModel } from './profile.js';
import { ensureTextEncoder } from './text-encoder.js';

export interface OpenProfileOptions {
  /** Of the model that filled the index; empty for a new index and when it is unknown. */
  indexFingerprint: string;
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface OpenedProfile {
  profile: ModelProfile;
  why: string;
  /** What it finds, what it cannot do, and the one command that helps. */
  sentence: string;
}

/** @throws Error with the command that repairs it when another profile filled the index or a file is missing. */
export async function openProfile(
  settings: ProfileSettings,
  { indexFingerprint, onProgress, signal }: OpenProfileOptions,
): Promise<OpenedProfile> {
  const { id, textEncoder, mayFetch, why } = await chooseProfile(settings, indexFingerprint);
  const options = { ...settings, onProgress, signal };
  const vision = id === 'lite' ? undefined : await ensureHubVision(id, { ...options, mayFetch });
  const texts = await ensureTextEncoder(textEncoder, { ...options, mayFetch: mayFetchTextEncoder(settings) });
  const model = { profile: id, textEncoder };
  const manifest = await readHubManifest(settings.manifestPath);
  const fingerprint = (await fingerprintOf(model, manifest, settings)) ?? '';
  if (indexFingerprint !== '' && indexFingerprint !== fingerprint)
    throw new Error(await mismatch(settings, indexFingerprint, model, manifest));
  return { profile: profileOf(vision, texts, fingerprint), why, sentence: modelSentence(id, manifest) };
}

/** @param vision Undefined for `lite`. */
function profileOf(
  vision: HubVision | undefined,
  textEncoder: TextEncoderModel,
  fingerprint: string,
): ModelProfile {
  const facts = { fingerprint, textEncoder, faceDetector: FACE_DETECTOR };
  const caption = textEncoder.dimensions;
  if (vision === undefined) {
    return {
      ...facts,
      id: 'lite',
      crossModal: false,
      dimensions: { ...LITE_DIMENSIONS, caption },
      scoreCurves: LITE_SCORE_CURVES,
      files: LITE_FILES,
      sightEncoder: MINILM,
    };
  }
  const { imageDimensions: image, ...towers } = vision;
  return { ...facts, ...towers, dimensions: { image, caption, sight: 0 } };
}

/** As for a profile: what the operator named, or everything. */
function mayFetchTextEncoder({ textEncoder, fetch }: ProfileSettings): boolean {
  return fetch === 'auto' || (fetch === 'named' && textEncoder !== 'auto');
}

async function mismatch(
  settings: ProfileSettings,
  indexFingerprint: string,
  running: KnownModel,
  manifest: HubManifest,
): Promise<string> {
  const of = await modelOfFingerprint(indexFingerprint, manifest, settings);
  const empty =
    `to search with ${inWords(running)}, start it without RETRIEVAL_ADDRESS and embed every stored image again: ` +
    'npm run ingest -- reindex';
  if (of === undefined) {
    return `The index was filled by a model that this version does not have (${indexFingerprint}), not by ${inWords(running)}; ${empty}.`;
  }
  return `The index was filled by the profile ${inWords(of)}, not by ${inWords(running)}. Start with ${settingsFor(of, running)}; ${empty}.`;
}

function inWords({ profile, textEncoder }: KnownModel): string {
  return textEncoder === 'minilm' ? profile : `${profile} with ${textEncoder}`;
}

/** The variables that run a model in the place of another one. */
function settingsFor({ profile, textEncoder }: KnownModel, running: KnownModel): string {
  const encoder = textEncoder === running.textEncoder ? '' : ` TEXT_ENCODER=${textEncoder}`;
  const pulled = [profile, encoder === '' ? 'minilm' : textEncoder].filter(
    (id) => id !== 'lite' && id !== 'minilm',
  );
  const after = pulled.map(pullCommand).join(' and ');
  return `MODEL_PROFILE=${profile}${encoder}${after === '' ? '' : ` after ${after}`}`;
}
