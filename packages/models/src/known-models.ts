import { hash } from 'node:crypto';
import { hubVisionFacts } from './hub-profile.js';
import type { HubManifest } from './hub/hub-manifest.js';
import type { HubSettings } from './hub/hub-store.js';
import { LITE_VISION } from './lite.js';
import { PROFILE_IDS, TEXT_ENCODER_IDS, type ProfileId, type TextEncoderId } from './profile.js';
import { textEncoderFacts } from './text-encoder.js';

/** A profile and its text encoder. */
export interface KnownModel {
  profile: ProfileId;
  textEncoder: TextEncoderId;
}

/** Undefined while a file of the model is not pinned, or the manifest does not name it. */
export async function fingerprintOf(
  { profile, textEncoder }: KnownModel,
  manifest: HubManifest,
  settings: HubSettings,
): Promise<string | undefined> {
  const vision = profile === 'lite' ? LITE_VISION : await hubVisionFacts(profile, manifest, settings);
  const texts = await textEncoderFacts(textEncoder, manifest, settings);
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
