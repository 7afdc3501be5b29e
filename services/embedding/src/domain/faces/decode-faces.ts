import type { Box } from '../pixels.js';
import { ANCHORS, DETECTOR_EDGE_PX } from './anchors.js';

export interface Face extends Box {
  /** The detector's confidence, 0–1. */
  score: number;
}

/** Values of one anchor: the box's centre and size, then six landmarks that we do not need. */
const VALUES_PER_ANCHOR = 16;

/** The faces of one detector run, boxes as shares of its input, overlapping ones not yet joined. */
export function decodeFaces(regressors: Float32Array, logits: Float32Array, scoreMin: number): Face[] {
  const faces: Face[] = [];
  const logitMin = Math.log(scoreMin / (1 - scoreMin));
  ANCHORS.forEach((anchor, index) => {
    const logit = logits[index] ?? -Infinity;
    if (logit < logitMin) return;
    const at = index * VALUES_PER_ANCHOR;
    const [x = 0, y = 0, width = 0, height = 0] = regressors
      .subarray(at, at + 4)
      .map((value) => value / DETECTOR_EDGE_PX);
    if (width <= 0 || height <= 0) return;
    faces.push({
      left: anchor.x + x - width / 2,
      top: anchor.y + y - height / 2,
      width,
      height,
      score: 1 / (1 + Math.exp(-logit)),
    });
  });
  return faces;
}
