import { fingerprintOf, modelOfFingerprint, type KnownModel } from './fingerprints.js';
import {
  ensureModel,
  entryOf,
  modelSentence,
  offeredProfile,
  presentProfiles,
  pullCommand,
  type EnsureOptions,
} from './hub-models.js';
import { hubAnswers } from './hub/hub-body.js';
import { readHubManifest, type HubManifest } from './hub/hub-manifest.js';
import { LITE_DIMENSIONS, LITE_FILES, LITE_SCORE_CURVES, MINILM } from './lite.js';
import type { ModelProfile, ProfileId, ProfileProgress, TextEncoderId, TextEncoderModel } from './profile.js';
import type { ProfileSettings } from './profile-settings.js';

interface OpenProfileOptions {
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
  const manifest = await readHubManifest(settings.manifestPath);
  const model = { profile: id, textEncoder };
  const fingerprint = fingerprintOf(model, manifest);
  if (indexFingerprint !== '' && indexFingerprint !== fingerprint)
    throw new Error(mismatch(indexFingerprint, model, manifest));
  const options = { ...settings, onProgress, signal };
  const vision = await openVision(id, manifest, { ...options, mayFetch });
  const mayFetchTexts = mayFetchTextEncoder(settings);
  const texts = await openTexts(textEncoder, manifest, { ...options, mayFetch: mayFetchTexts });
  const dimensions = { ...vision.dimensions, caption: texts.dimensions };
  const profile = { ...vision, dimensions, fingerprint, textEncoder: texts };
  return { profile, why, sentence: modelSentence(id, manifest) };
}

async function openVision(id: ProfileId, { profiles }: HubManifest, options: EnsureOptions) {
  if (id === 'lite') {
    return {
      id,
      crossModal: false as const,
      dimensions: LITE_DIMENSIONS,
      scoreCurves: LITE_SCORE_CURVES,
      files: LITE_FILES,
      sightTexts: MINILM,
    };
  }
  const entry = entryOf(profiles, id);
  if (!entry.commercialUse)
    throw new Error(
      `The licence of ${id} (${entry.licence}) forbids commercial use, and this service is metered.`,
    );
  const { dimensions, text, pixels, scoreCurves, files } = await ensureModel(entry, options);
  const { imageTower, textTower: model, tokenizer } = files;
  return {
    id,
    crossModal: true as const,
    dimensions: { image: dimensions, sight: 0 },
    scoreCurves,
    files: { imageTower },
    pixels,
    sightTexts: { dimensions, text, pooling: 'own' as const, files: { model, tokenizer } },
  };
}

/** `minilm` is part of this package. */
async function openTexts(
  id: TextEncoderId,
  { textEncoders }: HubManifest,
  options: EnsureOptions,
): Promise<TextEncoderModel> {
  if (id === 'minilm') return MINILM;
  const entry = await ensureModel(entryOf(textEncoders, id), options);
  return { ...entry, englishOnly: false, pooling: 'mean' };
}

/** As for a profile: what the operator named, or everything. */
function mayFetchTextEncoder({ textEncoder, fetch }: ProfileSettings): boolean {
  return fetch === 'auto' || (fetch === 'named' && textEncoder !== 'auto');
}

function mismatch(indexFingerprint: string, running: KnownModel, manifest: HubManifest): string {
  const of = modelOfFingerprint(indexFingerprint, manifest);
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

interface ProfileChoice {
  id: ProfileId;
  textEncoder: TextEncoderId;
  /** For the log and for `/v1/warm`. */
  why: string;
  mayFetch: boolean;
}

/** A hub that answers later counts as unreachable. */
const HUB_TIMEOUT_MS = 3_000;

/**
 * `auto` takes, in this order: the profile that filled the index; the best one on disk; with `MODEL_FETCH=auto` the one
 * that is offered; `lite`.
 * @param indexFingerprint Empty for a new index and when it is unknown.
 */
export async function chooseProfile(
  settings: ProfileSettings,
  indexFingerprint: string,
): Promise<ProfileChoice> {
  const manifest = await readHubManifest(settings.manifestPath);
  const indexed = indexFingerprint === '' ? undefined : modelOfFingerprint(indexFingerprint, manifest);
  const textEncoder =
    settings.textEncoder === 'auto' ? (indexed?.textEncoder ?? 'minilm') : settings.textEncoder;
  return { ...(await chooseId(settings, manifest, indexed)), textEncoder };
}

async function chooseId(
  settings: ProfileSettings,
  manifest: HubManifest,
  indexed: KnownModel | undefined,
): Promise<Omit<ProfileChoice, 'textEncoder'>> {
  const { profile, fetch } = settings;
  if (profile !== 'auto') return { id: profile, why: 'MODEL_PROFILE names it', mayFetch: fetch !== 'never' };
  const mayFetch = fetch === 'auto';
  if (indexed !== undefined) return { id: indexed.profile, why: 'it filled the index', mayFetch };
  const [present] = await presentProfiles(manifest, settings);
  if (present !== undefined) return { id: present, why: 'its files are on disk', mayFetch };
  const offered = mayFetch ? offeredProfile(manifest) : undefined;
  if (offered === undefined) return { id: 'lite', why: 'no other profile is on disk', mayFetch };
  return (await hubAnswers(
    settings.hubUrl,
    entryOf(manifest.profiles, offered).files.tokenizer,
    HUB_TIMEOUT_MS,
  ))
    ? { id: offered, why: `its files can be downloaded from ${settings.hubUrl}`, mayFetch }
    : { id: 'lite', why: `${settings.hubUrl} did not answer within ${HUB_TIMEOUT_MS / 1000} s`, mayFetch };
}
