import { Argument } from 'commander';
import { filesOf } from '../hub-profile.js';
import type { HubFile, HubManifest } from '../hub/hub-manifest.js';
import { PROFILE_IDS, SENTENCE_ENCODER_IDS, type ProfileId, type SentenceEncoderId } from '../profile.js';
import { encoderFilesOf, isSentenceEncoderId } from '../sentence-encoder.js';

/** A profile or a sentence encoder that is downloaded; `lite` is built on this machine. */
export type HubModelName = Exclude<ProfileId, 'lite'> | SentenceEncoderId;

export function profileArgument(): Argument {
  const names = [...PROFILE_IDS.filter((id) => id !== 'lite'), ...SENTENCE_ENCODER_IDS];
  return new Argument('<profile>', 'which profile or sentence encoder').choices(names);
}

export function downloadsOf(manifest: HubManifest, id: HubModelName): HubFile[] {
  return isSentenceEncoderId(id) ? encoderFilesOf(manifest, id) : filesOf(manifest, id);
}
