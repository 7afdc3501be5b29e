import type { FaceLevel } from './faces/levels.js';
import type { RgbPixels } from './pixels.js';
import type { Signals } from './signals/signals.js';

export interface SignalReader {
  read(task: SignalTask): Promise<MeasuredImage>;
  close(): Promise<void>;
}

export interface SignalTask {
  /** Of the whole image, pixels. */
  size: { width: number; height: number };
  levels: readonly SearchedLevel[];
  pixels: RgbPixels;
  /** The copy that local features are measured on. */
  indexed: RgbPixels;
}

export interface MeasuredImage {
  signals: Signals;
  localFeatures: string;
}

export interface SearchedLevel {
  pixels: RgbPixels;
  scoreMin: FaceLevel['scoreMin'];
}
