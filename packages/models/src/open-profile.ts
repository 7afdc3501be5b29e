import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { chooseProfile, type ProfileChoice, type ProfileSettings } from './choose-profile.js';
import { ensureHubProfile, pullCommand } from './hub-profile.js';
import { readHubManifest } from './hub/hub-manifest.js';
import { modelOfFingerprint, type KnownModel } from './known-models.js';
import type { ModelProfile, ProfileProgress } from './profile.js';
import { encoderOf, ensureSentenceEncoder, fingerprintWith } from './sentence-encoder.js';

export interface OpenProfileOptions {
  /** Of the model that filled the index; empty for a new index and when it is unknown. */
  indexFingerprint: string;
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface OpenedProfile {
  profile: ModelProfile;
  why: string;
}

/** @throws Error with the command that repairs it when another profile filled the index or a file is missing. */
export async function openProfile(
  settings: ProfileSettings,
  { indexFingerprint, onProgress, signal }: OpenProfileOptions,
): Promise<OpenedProfile> {
  const choice = await chooseProfile(settings, indexFingerprint);
  const { id, sentences, mayFetch, why } = choice;
  const options = { ...settings, onProgress, signal };
  const alone =
    id === 'lite'
      ? await ensureLiteProfile({ modelDir: settings.modelDir, onProgress, signal })
      : await ensureHubProfile(id, { ...options, mayFetch });
  const profile = await withSentences(alone, choice, settings, () =>
    sentences === undefined
      ? Promise.resolve(undefined)
      : ensureSentenceEncoder(sentences, { ...options, mayFetch: mayFetchSentences(settings) }),
  );
  if (indexFingerprint !== '' && indexFingerprint !== profile.fingerprint) {
    throw new Error(await mismatch(settings, indexFingerprint, { profile: id, sentences }));
  }
  return { profile, why };
}

type ProfileAlone = Awaited<ReturnType<typeof ensureLiteProfile | typeof ensureHubProfile>>;

async function withSentences(
  alone: ProfileAlone,
  { sentences: id }: ProfileChoice,
  settings: ProfileSettings,
  ensure: () => Promise<ModelProfile['sentences']>,
): Promise<ModelProfile> {
  const sentences = await ensure();
  if (id === undefined || sentences === undefined) return { ...alone, sentences: undefined };
  const entry = encoderOf(await readHubManifest(settings.manifestPath), id);
  const fingerprint = await fingerprintWith(alone.fingerprint, entry, settings);
  return { ...alone, sentences, fingerprint: fingerprint ?? '' };
}

/** As for a profile: what the operator named, or everything. */
function mayFetchSentences({ sentences, fetch }: ProfileSettings): boolean {
  return fetch === 'auto' || (fetch === 'named' && sentences !== 'auto');
}

async function mismatch(
  settings: ProfileSettings,
  indexFingerprint: string,
  running: KnownModel,
): Promise<string> {
  const manifest = await readHubManifest(settings.manifestPath);
  const of = await modelOfFingerprint(indexFingerprint, manifest, settings);
  const empty =
    `to search with ${inWords(running)}, start it without RETRIEVAL_ADDRESS and have every stored picture embedded again: ` +
    'npm run ingest -- reindex';
  if (of === undefined) {
    return `The index was filled by a model that this version does not have (${indexFingerprint}), not by ${inWords(running)}; ${empty}.`;
  }
  return `The index was filled by the profile ${inWords(of)}, not by ${inWords(running)}. Start with ${settingsFor(of, running)}; ${empty}.`;
}

function inWords({ profile, sentences }: KnownModel): string {
  return sentences === undefined ? profile : `${profile} with ${sentences}`;
}

/** The variables that run a model in the place of another one. */
function settingsFor({ profile, sentences }: KnownModel, running: KnownModel): string {
  const encoder = sentences === running.sentences ? '' : ` SENTENCE_ENCODER=${sentences ?? 'none'}`;
  const pulled = [profile === 'lite' ? undefined : profile, encoder === '' ? undefined : sentences];
  const after = pulled.flatMap((id) => (id === undefined ? [] : [pullCommand(id)])).join(' and ');
  return `MODEL_PROFILE=${profile}${encoder}${after === '' ? '' : ` after ${after}`}`;
}
