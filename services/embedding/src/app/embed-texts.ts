import { setMaxListeners } from 'node:events';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { LRUCache } from 'lru-cache';
import type { TextEncoder } from '../domain/encoders.js';
import { BatchQueue, type QueueEvents } from './batch-queue.js';

export interface EmbedTextsOptions {
  models: () => { texts: TextEncoder };
  textBatchMax: number;
  textQueueMax: number;
  cacheBytesMax: number;
  events?: QueueEvents;
}

export interface EmbedTexts {
  /** One vector for each text, in the order given; undefined for a text without a known word. */
  embed(texts: readonly string[], call: CallContext): Promise<(Float32Array | undefined)[]>;
  close(): Promise<void>;
}

const ENTRY_BYTES = 200;

/** Computes vectors of texts and caches them, because most queries are repeated. */
export function createEmbedTexts(options: EmbedTextsOptions): EmbedTexts {
  const { models, textBatchMax, textQueueMax, cacheBytesMax, events } = options;
  const known = new LRUCache<string, { vector: Float32Array | undefined }>({
    maxSize: cacheBytesMax,
    sizeCalculation: ({ vector }, text) => ENTRY_BYTES + 2 * text.length + (vector?.byteLength ?? 0),
  });
  const queue = new BatchQueue<string, Float32Array | undefined>({
    run: (texts) => models().texts.embed(texts),
    batchMax: textBatchMax,
    // A run leaves this thread free, so the next batch fills meanwhile.
    waitMs: 0,
    concurrency: 1,
    // It gives its permit in a later turn, so that the texts of one call share a batch.
    semaphore: createSemaphore(1),
    waitingMax: textQueueMax,
    ...(events && { events }),
  });

  async function compute(texts: readonly string[], call: CallContext): Promise<(Float32Array | undefined)[]> {
    const encoder = models().texts;
    if (!encoder.gainsByBatches) return encoder.embed(texts);
    const failed = new AbortController();
    const signal = AbortSignal.any([call.signal, failed.signal]);
    // Each text of the call adds a listener.
    setMaxListeners(0, signal);
    try {
      return await Promise.all(texts.map((text) => queue.submit(text, { ...call, signal })));
    } catch (error) {
      // The call has failed, so its other texts need no vectors.
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
