import { SIGNAL_EDGE_PX } from '../signals/signals.js';

/** A copy of the image that is searched for faces. */
export interface FaceLevel {
  /** Its longest edge, pixels. */
  edgePx: number;
  /** Confidence from which a detection is a face. */
  scoreMin: number;
}

/**
 * Close faces: in a larger copy, a face that fills the image is too large for the network. Of 48 faces of at least 40 % of
 * the longest edge, 98 % were found here and 77 % in the copy below, at the same confidence.
 */
export const CLOSE_LEVEL: FaceLevel = { edgePx: 128, scoreMin: 0.5 };

/**
 * Small faces: a face of 4 % of the longest edge is 15 pixels wide here, about the minimum of the network. A copy of 512
 * pixels takes twice the time and finds about as many faces at the same precision.
 */
export const FAR_LEVEL: FaceLevel = { edgePx: SIGNAL_EDGE_PX, scoreMin: 0.45 };
