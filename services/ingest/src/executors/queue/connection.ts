import { Redis } from 'ioredis';

/** A connection that waits for Redis to come back: the queue's long reads need this. */
export function connect(redisUrl: string): Redis {
  return new Redis(redisUrl, { maxRetriesPerRequest: null });
}
