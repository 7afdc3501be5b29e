import type { PixelRules, TextRules } from './hub/hub-manifest.js';

export const PROFILE_IDS = ['lite', 'clip-b32', 'siglip2-b16'] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

/** A set of models that belong together: everything that turns text and pixels into vectors and signals. */
export type ModelProfile = LiteProfile | DualEncoderProfile;

interface ProfileFacts {
  /** SHA-256 over what the vectors depend on; two indexes can be compared only when theirs is the same. */
  fingerprint: string;
  /** Absolute path of the folder that holds the files. */
  dir: string;
  /** Length of a picture's vector. */
  imageDimensions: number;
  /** Length of a text's vector. */
  textDimensions: number;
}

/** Words meet captions, pictures meet pictures. */
export interface LiteProfile extends ProfileFacts {
  id: 'lite';
  crossModal: false;
  files: ModelFiles;
}

/** Two towers into one space, so that a text can be compared with pixels. */
export interface DualEncoderProfile extends ProfileFacts {
  id: Exclude<ProfileId, 'lite'>;
  crossModal: true;
  files: DualEncoderFiles;
  pixels: PixelRules;
  text: TextRules;
}

/** Absolute paths; `manifest.json` beside them describes their inputs and outputs. */
export interface ModelFiles {
  /** ONNX: picture → vector, not yet of length 1. */
  imageTower: string;
  /** ONNX: picture → box regressors and scores for each anchor. */
  faceDetector: string;
  /** Read it with `loadWordVectors`. */
  wordVectors: string;
  /** Read it with `loadCaptionMap`. */
  captionMap: string;
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

/** How far a profile's preparation has come; `done` of `total` within this step. */
export interface ProfileProgress {
  step: string;
  done: number;
  total: number;
}
