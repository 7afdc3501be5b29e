import { setMaxListeners } from 'node:events';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { LRUCache } from 'lru-cache';
import { BatchQueue } from '../domain/batch-queue.js';
import type { TextEncoder } from '../adapters/models/encoders.js';

export interface EmbedTextsOptions {
  models: () => { texts: TextEncoder };
  /** Bounds the runs of models; shared with the images. */
  modelSemaphore: Semaphore;
  textBatchMax: number;
  batchPatienceMs: number;
  textQueueMax: number;
  cacheBytesMax: number;
}

export interface EmbedTexts {
  /** One vector a text, in the order given; none for a text of unknown words. */
  embed(texts: readonly string[], call: CallContext): Promise<(Float32Array | undefined)[]>;
  close(): Promise<void>;
}

/** Of one entry, beside its text and its numbers. */
const ENTRY_BYTES = 200;

/**
 * Vectors of texts, those of earlier texts from memory: a query is asked again far more often than not. Texts of all
 * callers share batches; a caller that goes away takes with it what has not begun.
 */
export function createEmbedTexts(options: EmbedTextsOptions): EmbedTexts {
  const { models, modelSemaphore, textBatchMax, batchPatienceMs, textQueueMax, cacheBytesMax } = options;
  const known = new LRUCache<string, { vector: Float32Array | undefined }>({
    maxSize: cacheBytesMax,
    sizeCalculation: ({ vector }, text) => ENTRY_BYTES + 2 * text.length + (vector?.byteLength ?? 0),
  });
  const queue = new BatchQueue<string, Float32Array | undefined>({
    run: (texts) => models().texts.embed(texts),
    batchMax: textBatchMax,
    patienceMs: batchPatienceMs,
    concurrency: 1,
    shared: modelSemaphore,
    waitingMax: textQueueMax,
  });

  async function compute(texts: readonly string[], call: CallContext): Promise<(Float32Array | undefined)[]> {
    const encoder = models().texts;
    if (!encoder.gainsByBatches) return encoder.embed(texts);
    const failed = new AbortController();
    const signal = AbortSignal.any([call.signal, failed.signal]);
    // One a text, all of this call.
    setMaxListeners(0, signal);
    try {
      return await Promise.all(texts.map((text) => queue.submit(text, { ...call, signal })));
    } catch (error) {
      // The others of this call are of no use any more.
      failed.abort();
      throw error;
    }
  }

  return {
    embed: async (texts, call) => {
      assertLive(call);
      const found = new Map(texts.map((text) => [text, known.get(text)]));
      const missing = [...found].flatMap(([text, entry]) => (entry === undefined ? [text] : []));
      const vectors = missing.length === 0 ? [] : await compute(missing, call);
      missing.forEach((text, at) => {
        const entry = { vector: vectors[at] };
        found.set(text, entry);
        known.set(text, entry);
      });
      return texts.map((text) => found.get(text)?.vector);
    },
    close: () => queue.close(),
  };
}
