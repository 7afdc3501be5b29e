import type { Box } from '../pixels.js';
import type { Face } from './decode-faces.js';

/** Intersection over the smaller box from which two detections are the same face. */
const SAME_FACE_OVERLAP = 0.45;

/** Non-maximum suppression: the most confident detection of every face. */
export function joinFaces(faces: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const face of faces.toSorted((first, second) => second.score - first.score)) {
    if (!kept.some((other) => overlapOfSmaller(face, other) >= SAME_FACE_OVERLAP)) kept.push(face);
  }
  return kept;
}

function overlapOfSmaller(first: Face, second: Face): number {
  return commonArea(first, second) / Math.min(first.width * first.height, second.width * second.height);
}

export function commonArea(first: Box, second: Box): number {
  const width =
    Math.min(first.left + first.width, second.left + second.width) - Math.max(first.left, second.left);
  const height =
    Math.min(first.top + first.height, second.top + second.height) - Math.max(first.top, second.top);
  return Math.max(0, width) * Math.max(0, height);
}
