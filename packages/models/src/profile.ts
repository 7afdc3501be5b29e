import type { LiteProfile, ProfileFacts, ProfileProgress } from '@imagesearch/lite-models/profile';
import type { PixelRules, TextRules } from './hub/hub-manifest.js';

export type { ProfileProgress };

export const PROFILE_IDS = ['lite', 'clip-b32', 'siglip2-b16'] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

export type ModelProfile = LiteProfile | DualEncoderProfile;

/** Two towers with one vector space, so that texts can be compared with images. */
export interface DualEncoderProfile extends ProfileFacts {
  id: Exclude<ProfileId, 'lite'>;
  crossModal: true;
  files: DualEncoderFiles;
  pixels: PixelRules;
  text: TextRules;
}

export interface DualEncoderFiles {
  /** ONNX: `pixel_values` [N, 3, side, side] → vectors, not normalised. */
  imageTower: string;
  /** ONNX: `input_ids` [N, tokens] → vectors in the same space, not normalised. */
  textTower: string;
  /** `tokenizer.json` of Hugging Face's tokenizers. */
  tokenizer: string;
  /** That of `lite`: signals do not depend on the towers. */
  faceDetector: string;
}

export interface RerankerModel {
  id: string;
  /** Of a pair, including the frame. */
  tokensMax: number;
  padId: number;
  lowerCase: boolean;
  files: { model: string; tokenizer: string };
}

/** Progress in words, for a service that is not ready yet. */
export function progressText({ step, done, total }: ProfileProgress): string {
  return `preparing the model profile: ${step} ${total === 0 ? 0 : Math.floor((100 * done) / total)} %`;
}
