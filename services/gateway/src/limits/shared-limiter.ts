import type { Logger } from '@imagesearch/service-kit/logging';
import { ProcessRateLimiter } from './process-limiter.js';
import {
  type RateLimiter,
  shareOf,
  type AdmitRequest,
  type Limits,
  type LimitState,
  type LimitDecision,
} from './limiter.js';
import type { RedisRateLimiter } from './redis-limiter.js';

interface RateLimiterOptions {
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
  const { RedisRateLimiter } = await import('./redis-limiter.js');
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

/** How often an unavailable Redis is probed; no request waits for a probe. */
const PROBE_INTERVAL_MS = 500;

export interface LimiterEvents {
  /** This process decided a request, because Redis did not answer. */
  limiterFellBack(): void;
  limiterSharingChanged(isShared: boolean): void;
}

interface SharedRateLimiterOptions {
  shared: RedisRateLimiter;
  /** Counts what this process admits without Redis. */
  local: ProcessRateLimiter;
  /** The most gateways that share the limits. */
  replicasMax: number;
  events: LimiterEvents;
  logger: Logger;
}

/**
 * Limits that all replicas share through Redis. While Redis is unavailable, each process grants its share of every limit.
 * One failure is enough to stop asking; a background probe finds out when Redis is back. From then on the windows of Redis
 * count again, and they hold nothing of the outage.
 */
class SharedRateLimiter implements RateLimiter {
  readonly #options: SharedRateLimiterOptions;
  #probe: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SharedRateLimiterOptions) {
    this.#options = options;
  }

  /** Resolves when it is known whether Redis is available. */
  async start(): Promise<void> {
    const { shared, events } = this.#options;
    await shared.connect();
    shared.onLost(() => this.#becomeUnavailable(new Error('the connection ended')));
    try {
      await shared.ping();
      events.limiterSharingChanged(true);
    } catch (error) {
      this.#becomeUnavailable(error);
    }
  }

  async admit(request: AdmitRequest): Promise<LimitDecision> {
    const { shared, local, replicasMax, events } = this.#options;
    const decision = await this.#whileAvailable(() => shared.admit(request));
    if (decision) return decision;
    events.limiterFellBack();
    return local.admitNow({ ...request, limits: shareOf(request.limits, replicasMax) });
  }

  /** A lease that Redis holds during an outage ends by its time. */
  release(accountId: string, leaseId: string): void {
    const { shared, local } = this.#options;
    local.release(accountId, leaseId);
    void this.#whileAvailable(() => shared.release(accountId, leaseId));
  }

  async read(accountId: string, limits: Limits): Promise<LimitState[]> {
    const { shared, local, replicasMax } = this.#options;
    return (
      (await this.#whileAvailable(() => shared.read(accountId, limits))) ??
      local.read(accountId, shareOf(limits, replicasMax))
    );
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#probe);
    this.#options.shared.close();
  }

  /** The answer of Redis; undefined while Redis is unavailable. */
  async #whileAvailable<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    if (!this.#isAvailable()) return undefined;
    try {
      return await ask();
    } catch (error) {
      this.#becomeUnavailable(error);
      return undefined;
    }
  }

  #becomeUnavailable(error: unknown): void {
    if (!this.#isAvailable()) return;
    const { logger, events } = this.#options;
    logger.warn({ err: error }, 'Redis is unavailable; each gateway grants its share of every limit');
    events.limiterSharingChanged(false);
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probe = setTimeout(() => {
      this.#recover().catch(() => {
        if (!this.#isClosed) this.#probeLater();
      });
    }, PROBE_INTERVAL_MS);
  }

  async #recover(): Promise<void> {
    const { shared, events, logger } = this.#options;
    await shared.ping();
    this.#probe = undefined;
    events.limiterSharingChanged(true);
    logger.info('Redis is available again; limits are shared');
  }

  #isAvailable(): boolean {
    return this.#probe === undefined && !this.#isClosed;
  }
}
