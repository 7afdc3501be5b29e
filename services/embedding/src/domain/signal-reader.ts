import type { FaceLevel } from './faces/levels.js';
import type { RgbPixels } from './pixels.js';
import type { Signals } from './signals/signals.js';

/** Measures the signals of an image. */
export interface SignalReader {
  read(task: SignalTask): Promise<Signals>;
  close(): Promise<void>;
}

export interface SignalTask {
  /** Of the whole image, pixels. */
  size: { width: number; height: number };
  /** The copies that are searched for faces. */
  levels: readonly SearchedLevel[];
  /** The copy that all other signals are measured on. */
  pixels: RgbPixels;
}

export interface SearchedLevel {
  pixels: RgbPixels;
  scoreMin: FaceLevel['scoreMin'];
}
