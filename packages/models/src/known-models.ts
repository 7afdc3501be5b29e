import { liteFingerprint } from '@imagesearch/lite-models/lite-profile';
import { hubFingerprints } from './hub-profile.js';
import type { HubManifest } from './hub/hub-manifest.js';
import type { HubSettings } from './hub/hub-store.js';
import type { ProfileId, SentenceEncoderId } from './profile.js';
import { encoderOf, fingerprintWith, sentenceEncoderIds } from './sentence-encoder.js';

/** A profile, with a sentence encoder or without. */
export interface KnownModel {
  profile: ProfileId;
  sentences: SentenceEncoderId | undefined;
}

/** The model that a fingerprint belongs to; undefined for one of another version. */
export async function modelOfFingerprint(
  fingerprint: string,
  manifest: HubManifest,
  settings: HubSettings,
): Promise<KnownModel | undefined> {
  const profiles: [string, ProfileId][] = [
    [liteFingerprint(), 'lite'],
    ...(await hubFingerprints(manifest, settings)),
  ];
  for (const [alone, profile] of profiles) {
    if (alone === fingerprint) return { profile, sentences: undefined };
    for (const id of sentenceEncoderIds(manifest)) {
      const both = await fingerprintWith(alone, encoderOf(manifest, id), settings);
      if (both === fingerprint) return { profile, sentences: id };
    }
  }
  return undefined;
}
