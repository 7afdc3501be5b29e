import { workerData } from 'node:worker_threads';
import { openSentenceEncoder } from './adapters/models/sentence-encoder.js';
import type { EncoderInThread } from './adapters/models/text-encoder-in-thread.js';
import { openTextTower } from './adapters/models/text-tower.js';

/** Runs in a separate thread: the runtime would block everything else in the process. */
const { tower, sentences, session } = workerData as EncoderInThread;
const encoder = await (tower === undefined
  ? openSentenceEncoder(sentences, session)
  : openTextTower(tower, session));

export default function embed(texts: readonly string[]): Promise<(Float32Array | undefined)[]> {
  return encoder.embed(texts);
}
