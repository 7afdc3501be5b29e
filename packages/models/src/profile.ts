import type { LiteProfile, ProfileFacts } from '@imagesearch/lite-models/profile';
import type { PixelRules, TextRules } from './hub/hub-manifest.js';

export type { ProfileProgress } from '@imagesearch/lite-models/profile';

export const PROFILE_IDS = ['lite', 'clip-b32', 'siglip2-b16'] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

/** A set of models that belong together: everything that turns text and pixels into vectors and signals. */
export type ModelProfile = LiteProfile | DualEncoderProfile;

/** Two towers into one space, so that a text can be compared with pixels. */
export interface DualEncoderProfile extends ProfileFacts {
  id: Exclude<ProfileId, 'lite'>;
  crossModal: true;
  files: DualEncoderFiles;
  pixels: PixelRules;
  text: TextRules;
}

/** Absolute paths. */
export interface DualEncoderFiles {
  /** ONNX: `pixel_values` → vector, not yet of length 1. */
  imageTower: string;
  /** ONNX: `input_ids` → vector in the same space, not yet of length 1. */
  textTower: string;
  /** `tokenizer.json` of Hugging Face's tokenizers. */
  tokenizer: string;
  /** That of `lite`: signals do not depend on the towers. */
  faceDetector: string;
}

/** A cross-encoder: a query and a text → how well the text answers it. */
export interface RerankerModel {
  id: string;
  /** Of a pair, with the tokens that frame it. */
  tokensMax: number;
  padId: number;
  /** Lower case before the tokenizer. */
  lowerCase: boolean;
  /** Absolute paths. */
  files: { model: string; tokenizer: string };
}
