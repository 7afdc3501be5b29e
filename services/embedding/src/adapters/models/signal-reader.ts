import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { MeasuredImage, SignalReader, SignalTask } from '../../domain/signal-reader.js';

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = join(import.meta.dirname, '../../../dist/signals-thread.js');

/** Reads signals in a separate thread, one image after another. A thread that dies fails its image and is replaced. */
export function openSignalReader(faceDetectorPath: string): SignalReader {
  const thread = new Piscina<SignalTask, MeasuredImage>({
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
