import { workerData } from 'node:worker_threads';
import { openImageEncoder } from './adapters/models/image-encoders.js';
import type { VisionInThread } from './adapters/models/model-threads.js';
import type { EncodedImage } from './domain/encoders.js';
import type { SizedPixels } from './domain/image.js';

/** Runs in a separate thread: the runtime would block everything else in the process. */
const { model, session } = workerData as VisionInThread;
const encoder = await openImageEncoder(model, session);

export default function embed(images: readonly SizedPixels[]): Promise<EncodedImage[]> {
  return encoder.embed(images);
}
