import { workerData } from 'node:worker_threads';
import { openTextEncoder, openTextTower } from './adapters/models/text-encoders.js';
import type { EncoderInThread } from './adapters/models/model-threads.js';

/** Runs in a separate thread: the runtime would block everything else in the process. */
const { tower, encoder, session } = workerData as EncoderInThread;
const opened = await (tower === undefined
  ? openTextEncoder(encoder, session)
  : openTextTower(tower, session));

export default function embed(texts: readonly string[]): Promise<Float32Array[]> {
  return opened.embed(texts);
}
