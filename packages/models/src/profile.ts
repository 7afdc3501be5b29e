import type { PixelRules, TextRules } from './hub/hub-manifest.js';

export const PROFILE_IDS = ['lite', 'clip-b32', 'siglip2-b16'] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

export const TEXT_ENCODER_IDS = ['minilm', 'e5-small'] as const;
export type TextEncoderId = (typeof TEXT_ENCODER_IDS)[number];

/** Everything that turns texts and pixels into vectors. */
export type ModelProfile = LiteProfile | DualEncoderProfile;

interface ProfileFacts {
  /** SHA-256 of everything that the vectors depend on; only vectors with equal fingerprints can be compared. */
  fingerprint: string;
  /** Length of each vector of an image; 0 for one that the profile does not compute. */
  dimensions: VectorDimensions;
  /** How scores follow from similarities; empty for a profile that was not measured. No part of the fingerprint. */
  scoreCurves: ScoreCurves;
  /** Of captions and queries, in every profile. */
  textEncoder: TextEncoderModel;
  /** Absolute path. ONNX: pixels [N, height, width, 3] → box regressors and scores for each anchor. */
  faceDetector: string;
}

interface VectorDimensions {
  /** Of the pixels. */
  image: number;
  /** Of the caption, by the text encoder. */
  caption: number;
  /** Of the pixels, in the space of `LiteProfile.sightEncoder`. */
  sight: number;
}

/** Places an image without words among texts by what its classifier sees. */
interface LiteProfile extends ProfileFacts {
  id: 'lite';
  crossModal: false;
  files: LiteFiles;
  /** The text encoder that sight vectors are compared with. */
  sightEncoder: TextEncoderModel;
}

/** Absolute paths. */
export interface LiteFiles {
  /** ONNX: `pixels` [N, 3, 224, 224] → `vector` [N, 1280], `logits` [N, 1000]. */
  network: string;
  /** ONNX: `vector`, `logits` → `image`, `sight`, `confidences`, `classes`. */
  head: string;
  /** JSON: the names of each class by its number, the most common first. */
  classNames: string;
}

/** Two towers with one vector space, so that texts can be compared with images. */
export interface DualEncoderProfile extends ProfileFacts {
  id: Exclude<ProfileId, 'lite'>;
  crossModal: true;
  files: DualEncoderFiles;
  pixels: PixelRules;
  text: TextRules;
}

interface DualEncoderFiles {
  /** ONNX: `pixel_values` [N, 3, side, side] → vectors, not normalised. */
  imageTower: string;
  /** ONNX: `input_ids` [N, tokens] → vectors in the same space, not normalised. */
  textTower: string;
  /** `tokenizer.json` of Hugging Face's tokenizers. */
  tokenizer: string;
}

/** Turns whole captions and queries into vectors of one space. */
export interface TextEncoderModel {
  id: TextEncoderId;
  dimensions: number;
  /** Whether it reads English alone. */
  englishOnly: boolean;
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

export interface RerankerModel {
  id: string;
  /** Of a pair, including the frame. */
  tokensMax: number;
  padId: number;
  lowerCase: boolean;
  files: { model: string; tokenizer: string };
}

/** By name; docs/explanation/scores.md explains the curves. */
export type ScoreCurves = Readonly<Record<string, ScoreCurve>>;

/** 1 / (1 + exp(-(bias + the sum of weight × feature))). */
export interface ScoreCurve {
  bias: number;
  /** By feature. */
  weights: Readonly<Record<string, number>>;
}

/** Progress of preparing a profile; `done` of `total` within this step. */
export interface ProfileProgress {
  step: string;
  done: number;
  total: number;
}

/** A line for each step: the log of a service or of a container shows no bar. */
export function sayingEachStep(say: (step: string) => void): (progress: ProfileProgress) => void {
  let last = '';
  return ({ step }) => {
    if (step !== last) say(step);
    last = step;
  };
}
