import type { FaceLevel } from './faces/levels.js';
import type { RgbPixels } from './pixels.js';
import type { Signals } from './signals/signals.js';

export interface SignalReader {
  read(task: SignalTask): Promise<Signals>;
  close(): Promise<void>;
}

export interface SignalTask {
  /** Of the whole image, pixels. */
  size: { width: number; height: number };
  levels: readonly SearchedLevel[];
  pixels: RgbPixels;
}

export interface SearchedLevel {
  pixels: RgbPixels;
  scoreMin: FaceLevel['scoreMin'];
}
