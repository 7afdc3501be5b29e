import type { Logger } from '@imagesearch/service-kit/logging';
import type { TextVectorCache } from './text-vector-cache.js';
import { keptNear } from './kept-near.js';
import { createMemoryTextVectors } from './memory-text-vectors.js';
import { openRedisTextVectors } from './redis-text-vectors.js';

/** Of the texts that are asked for most now. Their vectors may outlive those in Redis by so much. */
const NEAR = { entriesMax: 1_000, ttlMs: 30_000 };

/** Shared by every replica when there is a Redis, else this process's own. */
export function openTextVectors(redisUrl: string | undefined, logger: Logger): TextVectorCache {
  if (redisUrl === undefined) return createMemoryTextVectors();
  return keptNear(openRedisTextVectors(redisUrl, logger), createMemoryTextVectors(NEAR));
}
