import { commonArea, SIGNAL_EDGE_PX, type Box, type RgbPixels } from './image.js';

interface FaceLevel {
  edgePx: number;
  scoreMin: number;
}

/** A larger copy makes close faces too large for the network: it finds 77 % of them, this one 98 %. */
export const CLOSE_LEVEL: FaceLevel = { edgePx: 128, scoreMin: 0.5 };

/** A face of 4 % of the longest edge is 15 pixels wide here. 512 pixels take twice the time and find about as many. */
export const FAR_LEVEL: FaceLevel = { edgePx: SIGNAL_EDGE_PX, scoreMin: 0.45 };

/** A copy of an image, and the least confidence of a face in it. */
export interface SearchedLevel {
  pixels: RgbPixels;
  scoreMin: number;
}

export interface Face extends Box {
  /** The detector's confidence, 0–1. */
  score: number;
}

interface DetectorOutput {
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

/** A byte as a number from -1 to 1. */
const SIGNED_OF_BYTE = Float32Array.from({ length: 256 }, (_, value) => value / 127.5 - 1);
/** The product of the network's strides; width and height must be multiples of it. */
const SIZE_MULTIPLE_PX = 32;

const NO_ROOM = new Float32Array();

/** The detector's input: RGB from -1 to 1, padded with black to the right and below. */
interface DetectorInput {
  values: Float32Array;
  width: number;
  height: number;
}

/** @param room Memory to write into, if it is long enough. */
export function detectorInputOf({ data, width, height }: RgbPixels, room = NO_ROOM): DetectorInput {
  const padded = { width: roundUp(width), height: roundUp(height) };
  const length = 3 * padded.width * padded.height;
  const values = room.length < length ? new Float32Array(length) : room.subarray(0, length);
  if (padded.width !== width || padded.height !== height) values.fill(-1);
  for (let y = 0; y < height; y += 1) {
    const from = 3 * y * width;
    const to = 3 * y * padded.width;
    for (let at = 0; at < 3 * width; at += 1) values[to + at] = SIGNED_OF_BYTE[data[from + at] ?? 0] ?? 0;
  }
  return { values, ...padded };
}

function roundUp(length: number): number {
  return Math.ceil(length / SIZE_MULTIPLE_PX) * SIZE_MULTIPLE_PX;
}

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

/** No wrong detection of 2,279 images was above .78; README.md says which images. */
const SURE_SCORE = 0.85;
/** Mean confidence in the image and in its mirror image: what is no face often looks like one from one side only. */
const MEAN_SCORE_MIN = 0.55;
/** With less in the mirror image no detection reaches the mean. */
export const MIRRORED_SCORE_MIN = 2 * MEAN_SCORE_MIN - SURE_SCORE;
/** Intersection over union from which two detections are of the same place. */
const SAME_PLACE_OVERLAP = 0.3;

export function isSure({ score }: Face): boolean {
  return score >= SURE_SCORE;
}

/** @param mirrored What was found in the mirror image. */
export function confirmedFaces(faces: readonly Face[], mirrored: readonly Face[]): Face[] {
  const turned = mirrored.map((face) => ({ ...face, left: 1 - face.left - face.width }));
  return faces.filter((face) => {
    const scores = turned
      .filter((other) => overlap(face, other) >= SAME_PLACE_OVERLAP)
      .map(({ score }) => score);
    return isSure(face) || (face.score + Math.max(0, ...scores)) / 2 >= MEAN_SCORE_MIN;
  });
}

export function mirrorImageOf({ data, width, height }: RgbPixels): RgbPixels {
  const mirrored = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 3 * (y * width + x);
      const to = 3 * (y * width + width - 1 - x);
      for (let channel = 0; channel < 3; channel += 1) mirrored[to + channel] = data[from + channel] ?? 0;
    }
  }
  return { data: mirrored, width, height };
}

function overlap(first: Face, second: Face): number {
  const common = commonArea(first, second);
  return common / (first.width * first.height + second.width * second.height - common);
}
