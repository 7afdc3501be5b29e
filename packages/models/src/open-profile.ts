import { chooseProfile, type ProfileSettings } from './choose-profile.js';
import { ensureHubProfile, hubFingerprints, pullCommand } from './hub-profile.js';
import { readHubManifest } from './hub/hub-manifest.js';
import { ensureLiteProfile, liteFingerprint } from '@imagesearch/lite-models/lite-profile';
import type { ModelProfile, ProfileId, ProfileProgress } from './profile.js';

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
  const { id, why, mayFetch } = await chooseProfile(settings, indexFingerprint);
  const profile =
    id === 'lite'
      ? await ensureLiteProfile({ modelDir: settings.modelDir, onProgress, signal })
      : await ensureHubProfile(id, { ...settings, mayFetch, onProgress, signal });
  if (indexFingerprint !== '' && indexFingerprint !== profile.fingerprint) {
    throw new Error(await mismatch(settings, indexFingerprint, profile.id));
  }
  return { profile, why };
}

async function mismatch(settings: ProfileSettings, indexFingerprint: string, id: ProfileId): Promise<string> {
  const of = await profileOf(settings, indexFingerprint);
  const empty =
    `to search with ${id}, start it without RETRIEVAL_ADDRESS and have every stored picture embedded again: ` +
    'npm run ingest -- reindex';
  if (of === undefined) {
    return `The index was filled by a model that this version does not have (${indexFingerprint}), not by ${id}; ${empty}.`;
  }
  const bring = of === 'lite' ? '' : ` after ${pullCommand(of)}`;
  return `The index was filled by the profile ${of}, not by ${id}. Start with MODEL_PROFILE=${of}${bring}; ${empty}.`;
}

/** The profile that a fingerprint belongs to; undefined for one of another version. */
async function profileOf(settings: ProfileSettings, fingerprint: string): Promise<ProfileId | undefined> {
  if (fingerprint === liteFingerprint()) return 'lite';
  return (await hubFingerprints(await readHubManifest(settings.manifestPath), settings)).get(fingerprint);
}
