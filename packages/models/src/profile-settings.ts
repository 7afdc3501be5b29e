import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_HUB_URL } from './hub/hub-body.js';
import { MANIFEST_PATH } from './hub/hub-manifest.js';
import type { HubSettings } from './hub/hub-files.js';
import { PROFILE_IDS, TEXT_ENCODER_IDS, type ProfileId, type TextEncoderId } from './profile.js';

/** `named`: profiles that the operator named. `auto`: also the profile that `auto` picks. `never`: nothing. */
type FetchPolicy = 'named' | 'auto' | 'never';

export interface ProfileSettings extends HubSettings {
  profile: 'auto' | ProfileId;
  /** `auto`: the one of the index; `minilm` for a new index. */
  textEncoder: 'auto' | TextEncoderId;
  fetch: FetchPolicy;
}

const DEVICES = ['cpu', 'cuda'] as const;
export type Device = (typeof DEVICES)[number];

export const modelVariables = {
  MODEL_PROFILE: z.enum(['auto', ...PROFILE_IDS]).default('auto'),
  TEXT_ENCODER: z.enum(['auto', ...TEXT_ENCODER_IDS]).default('auto'),
  MODEL_DIR: z.string().optional(),
  MODEL_HUB_URL: z
    .string()
    .regex(/^(?:https?:\/\/\S+|file:\/\/\/.*|[^:]+)$/, 'expected https://…, file:///… or a folder')
    .default(DEFAULT_HUB_URL),
  MODEL_MANIFEST: z.string().default(MANIFEST_PATH),
  MODEL_DEVICE: z.enum(DEVICES).default('cpu'),
  MODEL_FETCH: z.enum(['named', 'auto', 'never']).default('named'),
};

type ModelVariables = z.output<z.ZodObject<typeof modelVariables>>;

export function toProfileSettings(values: ModelVariables & { DATA_DIR: string }): ProfileSettings {
  return {
    profile: values.MODEL_PROFILE,
    textEncoder: values.TEXT_ENCODER,
    modelDir: values.MODEL_DIR ?? join(values.DATA_DIR, 'models'),
    hubUrl: values.MODEL_HUB_URL,
    manifestPath: values.MODEL_MANIFEST,
    fetch: values.MODEL_FETCH,
  };
}
