import { setMaxListeners } from 'node:events';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { LRUCache } from 'lru-cache';
import type { TextEncoder } from '../domain/encoders.js';
import { BatchQueue, type QueueEvents } from './batch-queue.js';

interface EmbedTextsOptions {
  encoder: () => TextEncoder;
  textBatchMax: number;
  textQueueMax: number;
  cacheBytesMax: number;
  events?: QueueEvents;
}

export interface EmbedTexts {
  /** One vector for each text, in the order given. */
  embed(texts: readonly string[], call: CallContext): Promise<Float32Array[]>;
  close(): Promise<void>;
}

const ENTRY_BYTES = 200;

/** Computes vectors of texts and caches them, because most queries are repeated. */
export function createEmbedTexts(options: EmbedTextsOptions): EmbedTexts {
  const { encoder, textBatchMax, textQueueMax, cacheBytesMax, events } = options;
  const known = new LRUCache<string, Float32Array>({
    maxSize: cacheBytesMax,
    sizeCalculation: (vector, text) => ENTRY_BYTES + 2 * text.length + vector.byteLength,
  });
  const queue = new BatchQueue<string, Float32Array>({
    run: (texts) => encoder().embed(texts),
    batchMax: textBatchMax,
    waitingMax: textQueueMax,
    ...(events && { events }),
  });

  async function compute(texts: readonly string[], call: CallContext): Promise<Float32Array[]> {
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
      const missing = [...found].flatMap(([text, vector]) => (vector === undefined ? [text] : []));
      const computed = missing.length === 0 ? [] : await compute(missing, call);
      computed.forEach((vector, at) => {
        const text = missing[at] ?? '';
        found.set(text, vector);
        known.set(text, vector);
      });
      return texts.flatMap((text) => found.get(text) ?? []);
    },
    close: () => queue.close(),
  };
}
