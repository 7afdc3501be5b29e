import type { RgbPixels } from '../pixels.js';
import { DETECTOR_EDGE_PX } from './anchors.js';
import type { Face } from './decode-faces.js';

/** A square cut out of a level of the pyramid; pixels of that level. */
export interface Window {
  left: number;
  top: number;
}

/** Pixels that neighbouring windows share: the largest face that a coarser level would miss fits in. */
const OVERLAP_PX = 32;

/** Range of the green channel, of 255, under which a window is too plain to hold a face: sky, paper, a wall. */
const DETAIL_RANGE_MIN = 32;
/** Every fourth pixel each way is enough to tell: the smallest face that is found is 16 pixels wide. */
const DETAIL_STEP_PX = 4;

/**
 * The windows that cover a level, plain ones left out; one, padded, where the level is no larger than the detector's
 * input.
 */
export function windowsOf(level: RgbPixels): Window[] {
  return offsetsAlong(level.height)
    .flatMap((top) => offsetsAlong(level.width).map((left) => ({ left, top })))
    .filter((window) => hasDetail(level, window));
}

function hasDetail({ data, width, height }: RgbPixels, { left, top }: Window): boolean {
  let darkest = 255;
  let brightest = 0;
  const right = Math.min(width, left + DETECTOR_EDGE_PX);
  const bottom = Math.min(height, top + DETECTOR_EDGE_PX);
  for (let y = top; y < bottom; y += DETAIL_STEP_PX) {
    for (let x = left; x < right; x += DETAIL_STEP_PX) {
      const green = data[3 * (y * width + x) + 1] ?? 0;
      darkest = Math.min(darkest, green);
      brightest = Math.max(brightest, green);
    }
    if (brightest - darkest >= DETAIL_RANGE_MIN) return true;
  }
  return false;
}

/** The window's pixels as the detector takes them, -1 to 1; what lies outside the picture is black. */
export function cutWindow({ data, width, height }: RgbPixels, { left, top }: Window): Float32Array {
  const input = new Float32Array(3 * DETECTOR_EDGE_PX * DETECTOR_EDGE_PX).fill(-1);
  const columns = Math.min(DETECTOR_EDGE_PX, width - left);
  const rows = Math.min(DETECTOR_EDGE_PX, height - top);
  for (let y = 0; y < rows; y += 1) {
    const from = 3 * ((top + y) * width + left);
    const to = 3 * y * DETECTOR_EDGE_PX;
    for (let at = 0; at < 3 * columns; at += 1) input[to + at] = (data[from + at] ?? 0) / 127.5 - 1;
  }
  return input;
}

/** A face found in a window, placed in the whole picture. */
export function placeFace(face: Face, window: Window, level: RgbPixels): Face {
  return {
    score: face.score,
    left: (window.left + face.left * DETECTOR_EDGE_PX) / level.width,
    top: (window.top + face.top * DETECTOR_EDGE_PX) / level.height,
    width: (face.width * DETECTOR_EDGE_PX) / level.width,
    height: (face.height * DETECTOR_EDGE_PX) / level.height,
  };
}

function offsetsAlong(length: number): number[] {
  const last = length - DETECTOR_EDGE_PX;
  if (last <= 0) return [0];
  const count = Math.ceil(last / (DETECTOR_EDGE_PX - OVERLAP_PX)) + 1;
  return Array.from({ length: count }, (_, at) => Math.round((last * at) / (count - 1)));
}
