import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Embedding } from '../ports.js';
import { TEXT_VECTOR_TTL_MS, type TextVectorCache } from './text-vector-cache.js';

/** About 20 MB of 160-dimensional vectors, and 30 MB more with those of sentences. */
const ENTRIES_MAX = 10_000;

export function createMemoryTextVectors({
  entriesMax = ENTRIES_MAX,
  ttlMs = TEXT_VECTOR_TTL_MS,
} = {}): TextVectorCache {
  const vectors = new LRUCache<string, Embedding>({ max: entriesMax, ttl: ttlMs });
  return {
    get: (text) => Promise.resolve(vectors.get(digestOf(text))),
    set: (text, embedding) => {
      vectors.set(digestOf(text), embedding);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

/** Texts are up to 1,000 characters long; their digests are short and say nothing about them. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
