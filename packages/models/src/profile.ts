/** A set of models that belong together: everything that turns text and pixels into vectors and signals. */
export interface ModelProfile {
  id: 'lite';
  /** SHA-256 over what the vectors depend on; two indexes can be compared only when theirs is the same. */
  fingerprint: string;
  /** Absolute path of the folder that holds the files. */
  dir: string;
  /** Length of a picture's vector. */
  imageDimensions: number;
  /** Length of a text's vector. */
  textDimensions: number;
  /** True when words and pictures share one space, so that a text can be compared with pixels. */
  crossModal: boolean;
  files: ModelFiles;
}

/** Absolute paths; `manifest.json` beside them describes their inputs and outputs. */
export interface ModelFiles {
  /** ONNX: picture → vector, not yet of length 1. */
  imageTower: string;
  /** ONNX: picture → box regressors and scores for each anchor. */
  faceDetector: string;
  /** Read it with `loadWordVectors`. */
  wordVectors: string;
}

/** How far a profile's preparation has come; `done` of `total` within this step. */
export interface ProfileProgress {
  step: string;
  done: number;
  total: number;
}
