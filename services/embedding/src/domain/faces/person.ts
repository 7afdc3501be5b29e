import type { Box } from '../pixels.js';

/** Hair above the detector's box, which begins at the brows; as a multiple of the face's height. */
const HAIR = 0.6;
/** Width of the shoulders, as a multiple of the face's width. */
const SHOULDER_WIDTH = 2.6;
/** From the top of the face down to the hips, as a multiple of the face's height. */
const BODY_HEIGHT = 4.5;

/** Head and upper body of the person with this face, cut to the image. */
export function personOf({ left, top, width, height }: Box): Box {
  const middle = left + width / 2;
  const half = (SHOULDER_WIDTH * width) / 2;
  const [from, to] = [Math.max(0, middle - half), Math.min(1, middle + half)];
  const [above, below] = [Math.max(0, top - HAIR * height), Math.min(1, top + BODY_HEIGHT * height)];
  return { left: from, top: above, width: Math.max(0, to - from), height: Math.max(0, below - above) };
}
