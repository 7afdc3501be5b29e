import {
  HUB_PROFILE_IDS,
  HUB_TEXT_ENCODER_IDS,
  type HubProfileId,
  type PixelRules,
  type TextRules,
} from './hub/hub-manifest.js';

export const PROFILE_IDS = ['lite', ...HUB_PROFILE_IDS] as const;
export type ProfileId = (typeof PROFILE_IDS)[number];

export const TEXT_ENCODER_IDS = ['minilm', ...HUB_TEXT_ENCODER_IDS] as const;
export type TextEncoderId = (typeof TEXT_ENCODER_IDS)[number];

/** Everything that turns texts and pixels into vectors. */
export type ModelProfile = ProfileFacts & VisionModel;

/** Turns pixels into vectors. */
export type VisionModel = LiteVision | ImageTower;

interface ProfileFacts {
  /** SHA-256 of everything that the vectors depend on; only vectors with equal fingerprints can be compared. */
  fingerprint: string;
  /** Length of each vector of an image; 0 for one that the profile does not compute. */
  dimensions: {
    /** Of the pixels. */
    image: number;
    /** Of the caption, by the text encoder. */
    caption: number;
    /** Of the pixels among texts, for a classifier. */
    sight: number;
  };
  /** How scores follow from similarities; empty for a profile that was not measured. No part of the fingerprint. */
  scoreCurves: ScoreCurves;
  /** Of captions and queries, in every profile. */
  textEncoder: TextEncoderModel;
  /** Of queries, to compare with pixels: with vectors of `sight`, or with those of an image tower. */
  sightTexts: TextModel;
}

/** Places an image without words among texts by what its classifier sees. */
interface LiteVision {
  id: 'lite';
  crossModal: false;
  files: LiteFiles;
}

/** Absolute paths. */
export interface LiteFiles {
  /** ONNX: `pixels` [N, 3, 224, 224] → `vector` [N, 1280], `logits` [N, 1000]. */
  network: string;
  /** ONNX: `vector`, `logits` → `image`, `sight`, `confidences`, `classes`. */
  head: string;
  /** JSON: the names of each class by its number, the most common first. */
  classNames: string;
  /** JSON: the classes, by name, that an English word means; in lower case, singular. */
  classWords: string;
}

/** Its vectors are compared with those of a text tower. */
export interface ImageTower {
  id: HubProfileId;
  crossModal: true;
  files: {
    /** ONNX: `pixel_values` [N, 3, side, side] → vectors, not normalised. */
    imageTower: string;
  };
  pixels: PixelRules;
}

/** Turns texts into vectors of one space. */
export interface TextModel {
  dimensions: number;
  text: TextRules;
  /**
   * ONNX: `input_ids`, and `attention_mask` where it has one, [N, tokens] → by `pooling` a vector for each text, not normalised, or
   * `last_hidden_state` [N, tokens, dimensions], whose mean is the vector.
   */
  pooling: 'own' | 'mean';
  files: {
    model: string;
    /** `tokenizer.json` of Hugging Face's tokenizers. */
    tokenizer: string;
  };
}

/** Of whole captions and queries. */
export interface TextEncoderModel extends TextModel {
  id: TextEncoderId;
  /** Whether it reads English alone. */
  englishOnly: boolean;
  /** Written before each text. */
  prefixes: { query: string; caption: string };
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
