import type { Box } from '../pixels.js';

/** Of the face's height: hair above the detector's box, which begins at the brows. */
const HAIR = 0.6;
/** Of the face's width: shoulders, both together; a head is about a third as wide as them. */
const SHOULDER_WIDTH = 2.6;
/** Of the face's height: how far below the face's top a seated person, or a standing one's hips, still are. */
const BODY_HEIGHT = 4.5;

/** Where the person to whom a face belongs must be at the least, cut to the image: the head and the upper body. */
export function personOf({ left, top, width, height }: Box): Box {
  const middle = left + width / 2;
  const half = (SHOULDER_WIDTH * width) / 2;
  const [from, to] = [Math.max(0, middle - half), Math.min(1, middle + half)];
  const [above, below] = [Math.max(0, top - HAIR * height), Math.min(1, top + BODY_HEIGHT * height)];
  return { left: from, top: above, width: Math.max(0, to - from), height: Math.max(0, below - above) };
}
