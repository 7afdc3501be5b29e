import { workerData } from 'node:worker_threads';
import { computeSignals, type Signals } from './domain/signals/signals.js';
import { openFaceDetector } from './adapters/models/face-detector.js';
import type { SignalTask } from './adapters/models/signal-reader.js';

/** Runs in a thread of its own: the runtime and the loops over pixels would hold up everything else in the process. */
const detector = await openFaceDetector(workerData as string);

export default async function readSignals({ size, levels, pixels }: SignalTask): Promise<Signals> {
  return computeSignals(size, pixels, await detector.detect(levels));
}
