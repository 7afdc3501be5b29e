import { createHash } from 'node:crypto';
import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import { AppError } from '@imagesearch/service-kit/errors';
import { LRUCache } from 'lru-cache';
import type { Embedding, Encoder } from '../domain/search/ports.js';

/** About 20 MB of 160-dimensional vectors. */
const TEXT_CACHE_ENTRIES = 10_000;
/** Bounds how long vectors of a replaced model linger; the index refuses them until then. */
const TEXT_CACHE_TTL_MS = 5 * 60_000;

/**
 * The embedding service, with the vectors of recent texts kept here: a repeated query costs no call, and goes on
 * working while the service is away.
 */
export function createEncoder(client: EmbeddingClient): Encoder {
  const texts = new LRUCache<string, Embedding>({ max: TEXT_CACHE_ENTRIES, ttl: TEXT_CACHE_TTL_MS });
  return {
    async encodeText(text, call) {
      const key = createHash('sha256').update(text).digest('base64');
      const known = texts.get(key);
      if (known) return known;
      const { vectors, fingerprint } = await client.embedTexts({ texts: [text] }, call);
      const embedding = { values: vectors[0]?.values ?? [], fingerprint };
      texts.set(key, embedding);
      return embedding;
    },

    async encodeImage(image, call) {
      const { vector, fingerprint } = await client.embedImage({ image: Buffer.from(image) }, call);
      if (!vector) throw new AppError('internal', 'The embedding service answered without a vector.');
      return { values: vector.values, fingerprint };
    },
  };
}
