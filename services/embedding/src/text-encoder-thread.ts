import { workerData } from 'node:worker_threads';
import type { EncoderInThread } from './adapters/models/model-threads.js';
import { openTextEncoder } from './adapters/models/text-encoders.js';

/** Runs in a separate thread: the runtime would block everything else in the process. */
const { model, session } = workerData as EncoderInThread;
const encoder = await openTextEncoder(model, session);

export default function embed(texts: readonly string[]): Promise<Float32Array[]> {
  return encoder.embed(texts);
}
