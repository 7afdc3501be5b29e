import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { RgbPixels } from '../../domain/pixels.js';
import type { Signals } from '../../domain/signals/signals.js';
import type { SearchedLevel } from './face-detector.js';

/** A program of its own, started by its path: built, also where this file is run as it was written. */
const THREAD = join(import.meta.dirname, '../../../dist/signals-thread.js');

export interface SignalTask {
  /** Of the whole image, pixels. */
  size: { width: number; height: number };
  /** The copies to look for faces in. */
  levels: readonly SearchedLevel[];
  /** The copy that everything else is measured on. */
  pixels: RgbPixels;
}

export interface SignalReader {
  read(task: SignalTask): Promise<Signals>;
  close(): Promise<void>;
}

/**
 * Reads signals in a thread of its own, one image after another. A thread that dies is replaced, and the image that
 * it was at fails.
 */
export function openSignalReader(faceDetectorPath: string): SignalReader {
  const thread = new Piscina<SignalTask, Signals>({
    filename: THREAD,
    workerData: faceDetectorPath,
    minThreads: 1,
    maxThreads: 1,
    recordTiming: false,
  });
  return {
    read: (task) => thread.run(task),
    close: () => thread.close(),
  };
}
