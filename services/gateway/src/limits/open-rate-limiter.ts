import type { Logger } from '@imagesearch/service-kit/logging';
import { ProcessRateLimiter } from './process-rate-limiter.js';
import type { RateLimiter } from './rate-limiter.js';
import { RedisRateLimiter } from './redis-rate-limiter.js';
import { SharedRateLimiter, type LimiterEvents } from './shared-rate-limiter.js';

export interface RateLimiterOptions {
  /** Without it, this process counts by itself. */
  redisUrl: string | undefined;
  replicasMax: number;
  leaseMs: number;
  events: LimiterEvents;
  logger: Logger;
}

/** A rate limiter that all replicas share through Redis, or one of this process where there is no Redis. */
export async function openRateLimiter(
  options: RateLimiterOptions,
): Promise<{ rateLimiter: RateLimiter; close: () => void }> {
  const { redisUrl, replicasMax, leaseMs, events, logger } = options;
  const local = new ProcessRateLimiter({ leaseMs });
  if (redisUrl === undefined) return { rateLimiter: local, close: () => undefined };
  const rateLimiter = new SharedRateLimiter({
    shared: new RedisRateLimiter({ url: redisUrl, leaseMs, logger }),
    local,
    replicasMax,
    events,
    logger,
  });
  await rateLimiter.start();
  return { rateLimiter, close: () => rateLimiter.close() };
}
