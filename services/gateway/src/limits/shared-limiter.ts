import type { Logger } from '@imagesearch/service-kit/logging';
import { CircuitOpenError, createCircuitBreaker } from '@imagesearch/service-kit/resilience/circuit-breaker';
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

/** After a failure Redis is not asked for so long; then one request finds out whether it is back. */
const PAUSE_MS = 500;

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
 * Limits that all replicas share through Redis. While Redis is unavailable, each process grants its share of every limit. When
 * it is back, the windows of Redis count again, and they hold nothing of the outage.
 */
class SharedRateLimiter implements RateLimiter {
  readonly #options: SharedRateLimiterOptions;
  readonly #breaker = createCircuitBreaker({
    failuresMax: 1,
    openMs: PAUSE_MS,
    isFailure: () => true,
    openMessage: 'Redis is not asked for a moment.',
  });
  #isShared: boolean | undefined;

  constructor(options: SharedRateLimiterOptions) {
    this.#options = options;
  }

  /** Resolves when it is known whether Redis is available. */
  async start(): Promise<void> {
    const { shared } = this.#options;
    await shared.connect();
    await this.#whileAvailable(() => shared.ping());
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
    this.#options.shared.close();
  }

  /** The answer of Redis; undefined while Redis is unavailable. */
  async #whileAvailable<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      const answer = await this.#breaker.run(ask);
      this.#tell(true);
      return answer;
    } catch (error) {
      if (!(error instanceof CircuitOpenError)) this.#tell(false, error);
      return undefined;
    }
  }

  #tell(isShared: boolean, error?: unknown): void {
    if (isShared === this.#isShared) return;
    const { logger, events } = this.#options;
    if (!isShared)
      logger.warn({ err: error }, 'Redis is unavailable; each gateway grants its share of every limit');
    else if (this.#isShared === false) logger.info('Redis is available again; limits are shared');
    this.#isShared = isShared;
    events.limiterSharingChanged(isShared);
  }
}
