import { WORD_VECTOR_OPTIONS } from './word-vectors/build-word-vectors.js';
import { captionMapFile } from './caption-map-source.js';
import { FACE_DETECTOR } from './face-detector.js';
import { IMAGE_MEAN } from './image-mean.js';
import { IMAGE_TOWER } from './image-tower.js';
import { sha256 } from './manifest.js';
import { FACE_DETECTION, OBJECTRON, WORDNET } from './sources.js';

/**
 * Raise it when a change of code changes vectors (the converter, the text analysis, the factorisation, the preparation of
 * images): earlier indexes are then refused.
 */
const BUILDER_VERSION = 3;

/** The same on every machine that runs the same code on the same packages. */
export function liteFingerprint(): string {
  return sha256(
    JSON.stringify({
      id: 'lite',
      builder: BUILDER_VERSION,
      imageTower: { source: OBJECTRON.sha256, mean: IMAGE_MEAN, ...IMAGE_TOWER },
      faceDetector: { source: FACE_DETECTION.sha256, ...FACE_DETECTOR },
      wordVectors: { sources: WORDNET.map((source) => source.sha256), ...WORD_VECTOR_OPTIONS },
      captionMap: sha256(captionMapFile()),
    }),
  );
}
