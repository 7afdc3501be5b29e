import { setMaxListeners } from 'node:events';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import type { TextEncoder } from '../domain/encoders.js';
import { BatchQueue, type QueueEvents } from './batch-queue.js';

interface EmbedTextsOptions {
  encoder: () => TextEncoder;
  textBatchMax: number;
  textQueueMax: number;
  events?: QueueEvents;
}

export interface EmbedTexts {
  /** One vector for each text, in the order given. */
  embed(texts: readonly string[], call: CallContext): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Computes vectors of texts, those of several calls in one batch. Who asks keeps the vectors of what is asked again. */
export function createEmbedTexts(options: EmbedTextsOptions): EmbedTexts {
  const { encoder, textBatchMax, textQueueMax, events } = options;
  const queue = new BatchQueue<string, Float32Array>({
    run: (texts) => encoder().embed(texts),
    batchMax: textBatchMax,
    waitingMax: textQueueMax,
    ...(events && { events }),
  });

  return {
    embed: async (texts, call) => {
      assertLive(call);
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
    },
    close: () => queue.close(),
  };
}
