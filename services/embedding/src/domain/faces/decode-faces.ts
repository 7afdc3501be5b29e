import type { Box } from '../pixels.js';

export interface Face extends Box {
  /** The detector's confidence, 0–1. */
  score: number;
}

export interface DetectorOutput {
  /** For each anchor, row by row: the box's centre and size in pixels from the anchor, then landmarks. */
  regressors: Float32Array;
  /** For each anchor: the confidence as a logit. */
  logits: Float32Array;
  columns: number;
}

/** Pixels of the input between neighbouring anchors (MediaPipe `ssd_anchors_calculator`: fixed size, offset 0.5). */
const STRIDE_PX = 4;
/** The box, then six landmarks, which are not used. */
const VALUES_PER_ANCHOR = 16;

/** Overlapping faces are not joined yet. The image is at the top left of the detector's input. */
export function decodeFaces(
  { regressors, logits, columns }: DetectorOutput,
  image: { width: number; height: number },
  scoreMin: number,
): Face[] {
  const faces: Face[] = [];
  const logitMin = Math.log(scoreMin / (1 - scoreMin));
  for (let anchor = 0; anchor < logits.length; anchor += 1) {
    const logit = logits[anchor] ?? -Infinity;
    if (logit < logitMin) continue;
    const at = anchor * VALUES_PER_ANCHOR;
    const [x = 0, y = 0, width = 0, height = 0] = regressors.subarray(at, at + 4);
    if (width <= 0 || height <= 0) continue;
    const centerX = ((anchor % columns) + 0.5) * STRIDE_PX + x;
    const centerY = (Math.floor(anchor / columns) + 0.5) * STRIDE_PX + y;
    faces.push({
      left: (centerX - width / 2) / image.width,
      top: (centerY - height / 2) / image.height,
      width: width / image.width,
      height: height / image.height,
      score: 1 / (1 + Math.exp(-logit)),
    });
  }
  return faces;
}
