import { offeredProfile, presentProfiles, entryOf, type HubProfileId } from './hub-profile.js';
import { readHubManifest, type HubManifest } from './hub/hub-manifest.js';
import { hubAnswers } from './hub/http-source.js';
import type { HubSettings } from './hub/hub-store.js';
import { modelOfFingerprint, type KnownModel } from './known-models.js';
import type { ProfileId, TextEncoderId } from './profile.js';

/** `named`: profiles that the operator named. `auto`: also the profile that `auto` picks. `never`: nothing. */
export type FetchPolicy = 'named' | 'auto' | 'never';

export interface ProfileSettings extends HubSettings {
  profile: 'auto' | ProfileId;
  /** `auto`: the one of the index; `minilm` for a new index. */
  textEncoder: 'auto' | TextEncoderId;
  fetch: FetchPolicy;
}

export interface ProfileChoice {
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
  const indexed =
    indexFingerprint === '' ? undefined : await modelOfFingerprint(indexFingerprint, manifest, settings);
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
  return (await isHubReachable(manifest, offered, settings))
    ? { id: offered, why: `its files can be downloaded from ${settings.hubUrl}`, mayFetch }
    : { id: 'lite', why: `${settings.hubUrl} did not answer within ${HUB_TIMEOUT_MS / 1000} s`, mayFetch };
}

/** A folder is always reachable; a missing file is reported when it is read. */
function isHubReachable(manifest: HubManifest, id: HubProfileId, { hubUrl }: HubSettings): Promise<boolean> {
  if (!/^https?:/.test(hubUrl)) return Promise.resolve(true);
  return hubAnswers(hubUrl, entryOf(manifest, id).files.tokenizer, HUB_TIMEOUT_MS);
}
