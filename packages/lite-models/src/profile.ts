/** Facts of every profile. */
export interface ProfileFacts {
  /** SHA-256 of everything that the vectors depend on; only vectors with equal fingerprints can be compared. */
  fingerprint: string;
  /** Absolute path of the folder that holds the files. */
  dir: string;
  /** Length of an image's vector. */
  imageDimensions: number;
  /** Length of a text's vector. */
  textDimensions: number;
  /** How scores follow from similarities; empty for a profile that was not measured. No part of the fingerprint. */
  scoreCurves: ScoreCurves;
}

/** By name; docs/scores.md explains the curves. */
export type ScoreCurves = Readonly<Record<string, ScoreCurve>>;

/** 1 / (1 + exp(-(bias + the sum of weight × feature))). */
export interface ScoreCurve {
  bias: number;
  /** By feature. */
  weights: Readonly<Record<string, number>>;
}

/** Queries are compared with captions, images with images. */
export interface LiteProfile extends ProfileFacts {
  id: 'lite';
  crossModal: false;
  files: ModelFiles;
}

/** Absolute paths; `manifest.json` beside them describes their inputs and outputs. */
export interface ModelFiles {
  /** ONNX: image → vector, not normalised. */
  imageTower: string;
  /** ONNX: image → the same vector, and the confidence of each class that it detects. */
  objectDetector: string;
  /** ONNX: image → box regressors and scores for each anchor. */
  faceDetector: string;
  /** Word vectors, in the layout of `vector-file.ts`. */
  wordVectors: string;
  /** The map from image vectors to caption vectors. */
  captionMap: string;
}

/** Progress of preparing a profile; `done` of `total` within this step. */
export interface ProfileProgress {
  step: string;
  done: number;
  total: number;
}
