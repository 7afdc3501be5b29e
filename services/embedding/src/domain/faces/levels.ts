import { SIGNAL_EDGE_PX } from '../signals/signals.js';

/** A copy of the image that is searched for faces. */
export interface FaceLevel {
  /** Its longest edge, pixels. */
  edgePx: number;
  /** Confidence from which a find in it is a face. */
  scoreMin: number;
}

/**
 * Close faces: one that fills the image is larger than the network can see at once in a larger copy. Of 48 faces from
 * 40 % of the longest edge up, 98 % were found here and, at the same confidence, 77 % in the copy below.
 */
export const CLOSE_LEVEL: FaceLevel = { edgePx: 128, scoreMin: 0.5 };

/**
 * Small faces: at 4 % of the longest edge a face is 15 pixels wide here, about the least that the network knows. A copy
 * of 512 pixels costs twice the time and finds about as many at the same precision.
 */
export const FAR_LEVEL: FaceLevel = { edgePx: SIGNAL_EDGE_PX, scoreMin: 0.45 };
