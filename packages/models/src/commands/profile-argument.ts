import { Argument } from 'commander';
import { PROFILE_IDS, type ProfileId } from '../profile.js';

/** A profile that is downloaded; `lite` is built on this machine. */
export type HubProfileName = Exclude<ProfileId, 'lite'>;

export function profileArgument(): Argument {
  return new Argument('<profile>', 'which profile').choices(PROFILE_IDS.filter((id) => id !== 'lite'));
}
