import { workerData } from 'node:worker_threads';
import { shrinkTo } from './adapters/images/resize-pixels.js';
import { openFaceDetector } from './adapters/models/face-detector.js';
import { CLOSE_LEVEL, FAR_LEVEL } from './domain/faces.js';
import type { SizedPixels } from './domain/image.js';
import { INDEXED_EDGE_PX, localFeaturesOf } from './domain/local-features/local-features.js';
import { computeSignals, type MeasuredImage } from './domain/signals/signals.js';

/** Runs in a separate thread: the runtime and the loops over pixels would block everything else in the process. */
let opening: ReturnType<typeof openFaceDetector> | undefined;

export default async function readSignals(task: SizedPixels): Promise<MeasuredImage> {
  // Within a task, which fails where the model cannot be opened.
  const detector = await (opening ??= openFaceDetector(workerData as string));
  const { width, height, pixels } = task;
  const far = await shrinkTo(pixels, FAR_LEVEL.edgePx);
  const [close, indexed] = await Promise.all([
    shrinkTo(far, CLOSE_LEVEL.edgePx),
    shrinkTo(far, INDEXED_EDGE_PX),
  ]);
  const levels = [
    { pixels: close, scoreMin: CLOSE_LEVEL.scoreMin },
    // A small image is not shrunk, so both copies are the same.
    ...(far === close ? [] : [{ pixels: far, scoreMin: FAR_LEVEL.scoreMin }]),
  ];
  return {
    signals: computeSignals({ width, height }, far, await detector.detect(levels)),
    localFeatures: localFeaturesOf(indexed),
  };
}
