import { workerData } from 'node:worker_threads';
import { localFeaturesOf } from './domain/local-features/local-features.js';
import { computeSignals, type MeasuredImage, type SignalTask } from './domain/signals/signals.js';
import { openFaceDetector } from './adapters/models/face-detector.js';

/** Runs in a separate thread: the runtime and the loops over pixels would block everything else in the process. */
const detector = await openFaceDetector(workerData as string);

export default async function readSignals(task: SignalTask): Promise<MeasuredImage> {
  const { size, levels, pixels, indexed } = task;
  return {
    signals: computeSignals(size, pixels, await detector.detect(levels)),
    localFeatures: localFeaturesOf(indexed),
  };
}
