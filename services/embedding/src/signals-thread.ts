import { workerData } from 'node:worker_threads';
import { computeSignals, type Signals } from './domain/signals/signals.js';
import type { SignalTask } from './domain/signal-reader.js';
import { openFaceDetector } from './adapters/models/face-detector.js';

/** Runs in a separate thread: the runtime and the loops over pixels would block everything else in the process. */
const detector = await openFaceDetector(workerData as string);

export default async function readSignals({ size, levels, pixels }: SignalTask): Promise<Signals> {
  return computeSignals(size, pixels, await detector.detect(levels));
}
