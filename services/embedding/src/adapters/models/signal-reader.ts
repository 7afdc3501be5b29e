import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { MeasuredImage, SignalReader, SignalTask } from '../../domain/signal-reader.js';

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = join(import.meta.dirname, '../../../dist/signals-thread.js');
/** Only ingestion asks for signals. The thread holds 50 MiB, and another one is there in half a second. */
const IDLE_TIMEOUT_MS = 10_000;

/**
 * Reads signals in a separate thread, one image after another. A thread that dies fails its image and is replaced; one that
 * has nothing to do ends.
 */
export function openSignalReader(faceDetectorPath: string, idleTimeoutMs = IDLE_TIMEOUT_MS): SignalReader {
  let thread: Piscina<SignalTask, MeasuredImage> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reading = 0;
  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const ended = thread;
    thread = undefined;
    await ended?.close();
  };
  return {
    read: async (task) => {
      clearTimeout(timer);
      thread ??= openThread(faceDetectorPath);
      reading += 1;
      try {
        return await thread.run(task);
      } finally {
        reading -= 1;
        if (reading === 0) timer = setTimeout(() => void end(), idleTimeoutMs).unref();
      }
    },
    close: end,
  };
}

function openThread(faceDetectorPath: string): Piscina<SignalTask, MeasuredImage> {
  return new Piscina<SignalTask, MeasuredImage>({
    filename: THREAD,
    workerData: faceDetectorPath,
    // Piscina's own idle threads fail no image when they cannot start.
    minThreads: 1,
    maxThreads: 1,
    recordTiming: false,
  });
}
