import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { SignalReader, SignalTask } from '../../domain/signal-reader.js';
import type { Signals } from '../../domain/signals/signals.js';

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = join(import.meta.dirname, '../../../dist/signals-thread.js');
/** Only ingestion asks for signals. The thread holds 50 MiB, and another one is there in half a second. */
const IDLE_TIMEOUT_MS = 10_000;

/**
 * Reads signals in a separate thread, one image after another. A thread that dies fails its image and is replaced; one that
 * has nothing to do ends.
 */
export function openSignalReader(faceDetectorPath: string): SignalReader {
  const thread = new Piscina<SignalTask, Signals>({
    filename: THREAD,
    workerData: faceDetectorPath,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    recordTiming: false,
  });
  return {
    read: (task) => thread.run(task),
    close: () => thread.close(),
  };
}
