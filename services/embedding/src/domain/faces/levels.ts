import { SIGNAL_EDGE_PX } from '../signals/signals.js';

export interface FaceLevel {
  edgePx: number;
  scoreMin: number;
}

/** A larger copy makes close faces too large for the network: it finds 77 % of them, this one 98 %. */
export const CLOSE_LEVEL: FaceLevel = { edgePx: 128, scoreMin: 0.5 };

/** A face of 4 % of the longest edge is 15 pixels wide here. 512 pixels take twice the time and find about as many. */
export const FAR_LEVEL: FaceLevel = { edgePx: SIGNAL_EDGE_PX, scoreMin: 0.45 };
