import type { LiteProfile, ProfileFacts, ProfileProgress } from '@imagesearch/lite-models/profile';
import type { PixelRules, TextRules } from './hub/hub-manifest.js';

export type { ProfileProgress };

export const PROFILE_IDS = ['lite', 'clip-b32', 'siglip2-b16'] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

export const SENTENCE_ENCODER_IDS = ['minilm', 'e5-small'] as const;
export type SentenceEncoderId = (typeof SENTENCE_ENCODER_IDS)[number];

/** What a service runs: the fingerprint is that of both parts. */
export type ModelProfile = (LiteProfile | DualEncoderProfile) & {
  /** Undefined without one. */
  sentences: SentenceEncoderModel | undefined;
};

/** Turns whole captions and queries into vectors of a space of their own, beside those of the profile. */
export interface SentenceEncoderModel {
  id: SentenceEncoderId;
  dimensions: number;
  text: TextRules;
  /** Written before each text. */
  prefixes: { query: string; caption: string };
  files: {
    /** ONNX: `input_ids`, `attention_mask` [N, tokens] → `last_hidden_state` [N, tokens, dimensions]. */
    model: string;
    /** `tokenizer.json` of Hugging Face's tokenizers. */
    tokenizer: string;
  };
}

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
