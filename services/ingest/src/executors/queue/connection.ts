import { Redis } from 'ioredis';

/** A connection that waits for Redis to come back, as a queue's long reads need it. */
export function connect(redisUrl: string): Redis {
  return new Redis(redisUrl, { maxRetriesPerRequest: null });
}
