import {
  hubFingerprints,
  hubProfileIds,
  presentProfiles,
  pullCommand,
  entryOf,
  type HubProfileId,
} from './hub-profile.js';
import { readHubManifest, type HubManifest } from './hub/hub-manifest.js';
import { hubAnswers } from './hub/http-source.js';
import type { HubSettings } from './hub/hub-store.js';
import { liteFingerprint } from '@imagesearch/lite-models/lite-profile';
import type { ProfileId } from './profile.js';

/** `named`: profiles that the operator named. `auto`: also the profile that `auto` picks. `never`: nothing. */
export type FetchPolicy = 'named' | 'auto' | 'never';

export interface ProfileSettings extends HubSettings {
  profile: 'auto' | ProfileId;
  fetch: FetchPolicy;
}

export interface ProfileChoice {
  id: ProfileId;
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
  const { profile, fetch } = settings;
  if (profile !== 'auto') return { id: profile, why: 'MODEL_PROFILE names it', mayFetch: fetch !== 'never' };
  const manifest = await readHubManifest(settings.manifestPath);
  const mayFetch = fetch === 'auto';

  const ofIndex = await profileOfIndex(manifest, settings, indexFingerprint);
  if (ofIndex !== undefined) return { id: ofIndex, why: 'it filled the index', mayFetch };
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

async function profileOfIndex(
  manifest: HubManifest,
  settings: HubSettings,
  fingerprint: string,
): Promise<ProfileId | undefined> {
  if (fingerprint === '') return undefined;
  if (fingerprint === liteFingerprint()) return 'lite';
  return (await hubFingerprints(manifest, settings)).get(fingerprint);
}

/** A folder is always reachable; a missing file is reported when it is read. */
function isHubReachable(manifest: HubManifest, id: HubProfileId, { hubUrl }: HubSettings): Promise<boolean> {
  if (!/^https?:/.test(hubUrl)) return Promise.resolve(true);
  return hubAnswers(hubUrl, entryOf(manifest, id).files.tokenizer, HUB_TIMEOUT_MS);
}
