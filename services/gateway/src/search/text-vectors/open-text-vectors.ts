import type { Logger } from '@imagesearch/service-kit/logging';
import type { TextVectorCache } from './text-vector-cache.js';
import { createMemoryTextVectors } from './memory-text-vectors.js';
import { openRedisTextVectors } from './redis-text-vectors.js';

/** Shared by every replica when there is a Redis, else this process's own. */
export function openTextVectors(redisUrl: string | undefined, logger: Logger): TextVectorCache {
  return redisUrl === undefined ? createMemoryTextVectors() : openRedisTextVectors(redisUrl, logger);
}
