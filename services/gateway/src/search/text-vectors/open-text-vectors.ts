import type { Logger } from '@imagesearch/service-kit/logging';
import type { TextVectorCache } from './text-vector-cache.js';
import { createMemoryTextVectors } from './memory-text-vectors.js';
import { createNearTextVectors } from './near-text-vectors.js';
import { openRedisTextVectors } from './redis-text-vectors.js';

/** The most recent texts. A vector may stay for up to `ttlMs` longer than in Redis. */
const NEAR = { entriesMax: 1_000, ttlMs: 30_000 };

/** Shared by every replica when there is a Redis, with the most recent ones in this process too; else this process's own. */
export function openTextVectors(redisUrl: string | undefined, logger: Logger): TextVectorCache {
  if (redisUrl === undefined) return createMemoryTextVectors();
  return createNearTextVectors(openRedisTextVectors(redisUrl, logger), createMemoryTextVectors(NEAR));
}
