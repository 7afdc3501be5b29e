import { workerData } from 'node:worker_threads';
import { localFeaturesOf } from './domain/local-features/local-features.js';
import { computeSignals, type MeasuredImage, type SignalTask } from './domain/signals/signals.js';
import { openFaceDetector } from './adapters/models/face-detector.js';

/** Runs in a separate thread: the runtime and the loops over pixels would block everything else in the process. */
let opening: ReturnType<typeof openFaceDetector> | undefined;

export default async function readSignals(task: SignalTask): Promise<MeasuredImage> {
  // Within a task, which fails where the model cannot be opened.
  const detector = await (opening ??= openFaceDetector(workerData as string));
  const { size, levels, pixels, indexed } = task;
  return {
    signals: computeSignals(size, pixels, await detector.detect(levels)),
    localFeatures: localFeaturesOf(indexed),
  };
}
