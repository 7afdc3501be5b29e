import { hubProfileIds, presentProfiles, pullCommand, entryOf, type HubProfileId } from './hub-profile.js';
import { readHubManifest, type HubManifest } from './hub/hub-manifest.js';
import { hubAnswers } from './hub/http-source.js';
import type { HubSettings } from './hub/hub-store.js';
import { modelOfFingerprint, type KnownModel } from './known-models.js';
import type { ProfileId, SentenceEncoderId } from './profile.js';
import { presentSentenceEncoder } from './sentence-encoder.js';

/** `named`: profiles that the operator named. `auto`: also the profile that `auto` picks. `never`: nothing. */
export type FetchPolicy = 'named' | 'auto' | 'never';

export interface ProfileSettings extends HubSettings {
  profile: 'auto' | ProfileId;
  /** `auto`: the one of the index; for a new index the best one on disk. */
  sentences: 'auto' | 'none' | SentenceEncoderId;
  fetch: FetchPolicy;
}

export interface ProfileChoice {
  id: ProfileId;
  /** Undefined for none. */
  sentences: SentenceEncoderId | undefined;
  /** For the log and for `/v1/warm`. */
  why: string;
  mayFetch: boolean;
}

/** A hub that answers later counts as unreachable. */
const HUB_TIMEOUT_MS = 3_000;

/**
 * `auto` takes, in this order: the profile that filled the index; the best one on disk; the best one of the hub;
 * `lite`.
 * @param indexFingerprint Empty for a new index and when it is unknown.
 */
export async function chooseProfile(
  settings: ProfileSettings,
  indexFingerprint: string,
): Promise<ProfileChoice> {
  const manifest = await readHubManifest(settings.manifestPath);
  const indexed =
    indexFingerprint === '' ? undefined : await modelOfFingerprint(indexFingerprint, manifest, settings);
  return {
    ...(await chooseId(settings, manifest, indexed)),
    sentences: await chooseSentences(settings, manifest, indexFingerprint === '' ? 'new' : indexed),
  };
}

async function chooseId(
  settings: ProfileSettings,
  manifest: HubManifest,
  indexed: KnownModel | undefined,
): Promise<Omit<ProfileChoice, 'sentences'>> {
  const { profile, fetch } = settings;
  if (profile !== 'auto') return { id: profile, why: 'MODEL_PROFILE names it', mayFetch: fetch !== 'never' };
  const mayFetch = fetch === 'auto';
  if (indexed !== undefined) return { id: indexed.profile, why: 'it filled the index', mayFetch };
  const [present] = await presentProfiles(manifest, settings);
  if (present !== undefined) return { id: present, why: 'its files are on disk', mayFetch };
  const [best] = hubProfileIds(manifest);
  if (best === undefined) return { id: 'lite', why: 'the manifest of models has no other profile', mayFetch };
  if (!mayFetch)
    return {
      id: 'lite',
      why: `no other profile is on disk; download one with: ${pullCommand(best)}`,
      mayFetch,
    };
  return (await isHubReachable(manifest, best, settings))
    ? { id: best, why: `its files can be downloaded from ${settings.hubUrl}`, mayFetch }
    : { id: 'lite', why: `${settings.hubUrl} did not answer within ${HUB_TIMEOUT_MS / 1000} s`, mayFetch };
}

/** Without a sentence encoder in the index there is none to search by. */
async function chooseSentences(
  settings: ProfileSettings,
  manifest: HubManifest,
  indexed: KnownModel | undefined | 'new',
): Promise<SentenceEncoderId | undefined> {
  const { sentences } = settings;
  if (sentences !== 'auto') return sentences === 'none' ? undefined : sentences;
  return indexed === 'new' ? presentSentenceEncoder(manifest, settings) : indexed?.sentences;
}

/** A folder is always reachable; a missing file is reported when it is read. */
function isHubReachable(manifest: HubManifest, id: HubProfileId, { hubUrl }: HubSettings): Promise<boolean> {
  if (!/^https?:/.test(hubUrl)) return Promise.resolve(true);
  return hubAnswers(hubUrl, entryOf(manifest, id).files.tokenizer, HUB_TIMEOUT_MS);
}
