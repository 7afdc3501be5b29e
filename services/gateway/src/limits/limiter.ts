import type { Logger } from '@imagesearch/service-kit/logging';
import { CircuitOpenError, createCircuitBreaker } from '@imagesearch/service-kit/resilience/circuit-breaker';
import { ProcessCounter, ROLLING_WINDOWS, type Counted, type Counter, type Limits } from './counter.js';
import type { RedisCounter } from './redis-counter.js';

export type LimitName = keyof Limits;

export interface LimitState {
  name: LimitName;
  limit: number;
  used: number;
  remaining: number;
  /** Null for `concurrent`, which has no window. */
  windowMs: number | null;
  /** Until some quota returns or, when the window is full, until it admits again. 0 when nothing is used. */
  resetMs: number;
}

/** Redis counts for all replicas, a process for itself alone. */
export type DecisionSource = 'redis' | 'process';

export type LimitDecision = {
  source: DecisionSource;
  states: LimitState[];
} & ({ admitted: true } | { admitted: false; limit: LimitName; retryAfterMs: number });

export interface LimiterEvents {
  /** This process decided a request, because Redis did not answer. */
  limiterFellBack(): void;
  limiterSharingChanged(isShared: boolean): void;
}

interface RateLimiterOptions {
  /** The most gateways that share the limits. */
  replicasMax: number;
  events: LimiterEvents;
  logger: Logger;
}

/** Limits that all replicas share through Redis, or of this process where there is no Redis. */
export async function openRateLimiter({
  redisUrl,
  leaseMs,
  ...options
}: RateLimiterOptions & { redisUrl: string | undefined; leaseMs: number }): Promise<RateLimiter> {
  const local = new ProcessCounter(leaseMs);
  if (redisUrl === undefined) return new RateLimiter(local, undefined, options);
  const { RedisCounter } = await import('./redis-counter.js');
  const shared = new RedisCounter({ url: redisUrl, leaseMs, logger: options.logger });
  const rateLimiter = new RateLimiter(local, shared, options);
  await rateLimiter.start();
  return rateLimiter;
}

/** After a failure Redis is not asked for so long; then one request finds out whether it is back. */
const PAUSE_MS = 500;

/**
 * Limits the requests of accounts per minute, per day and at once. While Redis is unavailable, each process grants its share of
 * every limit. When it is back, the windows of Redis count again, and they hold nothing of the outage.
 */
export class RateLimiter {
  readonly #local: Counter;
  readonly #shared: RedisCounter | undefined;
  readonly #options: RateLimiterOptions;
  readonly #breaker = createCircuitBreaker({
    failuresMax: 1,
    openMs: PAUSE_MS,
    isFailure: () => true,
    openMessage: 'Redis is not asked for a moment.',
  });
  #isShared: boolean | undefined;

  /** @param local Counts what this process admits without Redis. */
  constructor(local: Counter, shared: RedisCounter | undefined, options: RateLimiterOptions) {
    this.#local = local;
    this.#shared = shared;
    this.#options = options;
  }

  /** Resolves when it is known whether Redis is available. */
  async start(): Promise<void> {
    await this.#whileShared((redis) => redis.connect());
  }

  /** Counts a request and opens a lease for it: both or neither. A refused request is not counted. */
  async admit(accountId: string, limits: Limits, leaseId: string): Promise<LimitDecision> {
    const { admitted, source, states } = await this.#count(accountId, limits, leaseId);
    if (admitted) return { admitted, source, states };
    // A refusal names the limit that takes longest to reset.
    const [longest] = states.filter(({ used, limit }) => used >= limit).sort((a, b) => b.resetMs - a.resetMs);
    if (!longest) throw new Error('a request was refused although no limit is reached');
    return { admitted, source, states, limit: longest.name, retryAfterMs: longest.resetMs };
  }

  async read(accountId: string, limits: Limits): Promise<LimitState[]> {
    return (await this.#count(accountId, limits, null)).states;
  }

  /** Ends a lease; never fails. A lease that Redis holds during an outage ends by its time. */
  release(accountId: string, leaseId: string): void {
    void this.#local.release(accountId, leaseId);
    void this.#whileShared((redis) => redis.release(accountId, leaseId));
  }

  close(): void {
    this.#shared?.close();
  }

  async #count(accountId: string, limits: Limits, leaseId: string | null) {
    const shared = await this.#whileShared((redis) => redis.count(accountId, limits, leaseId));
    if (shared)
      return { admitted: shared.admitted, source: 'redis', states: statesOf(shared, limits) } as const;
    const { replicasMax, events } = this.#options;
    if (this.#shared && leaseId !== null) events.limiterFellBack();
    const granted = this.#shared ? shareOf(limits, replicasMax) : limits;
    const counted = await this.#local.count(accountId, granted, leaseId);
    return { admitted: counted.admitted, source: 'process', states: statesOf(counted, granted) } as const;
  }

  /** The answer of Redis; undefined without it, and while it is unavailable. */
  async #whileShared<Answer>(ask: (redis: RedisCounter) => Promise<Answer>): Promise<Answer | undefined> {
    const redis = this.#shared;
    if (redis === undefined) return undefined;
    try {
      const answer = await this.#breaker.run(() => ask(redis));
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

/** `Retry-After` when all leases are in use: when one of them ends is not known. */
const CONCURRENT_RETRY_MS = 1_000;

function statesOf(counted: Counted, limits: Limits): LimitState[] {
  const stateOf = (name: LimitName, used: number, windowMs: number | null, resetMs: number): LimitState[] => {
    const limit = limits[name];
    return limit === null
      ? []
      : [{ name, limit, used, remaining: Math.max(0, limit - used), windowMs, resetMs }];
  };
  const { leases } = counted;
  return [
    ...ROLLING_WINDOWS.flatMap(({ name, windowMs }, at) => {
      const { used = 0, resetMs = 0 } = counted.rates[at] ?? {};
      return stateOf(name, used, windowMs, resetMs);
    }),
    ...stateOf(
      'concurrent',
      leases,
      null,
      leases >= (limits.concurrent ?? Infinity) ? CONCURRENT_RETRY_MS : 0,
    ),
  ];
}

/** The part of each limit that one of several replicas may grant by itself: at least 1, unless the limit is 0. */
export function shareOf(limits: Limits, replicas: number): Limits {
  const share = (limit: number | null): number | null =>
    limit === null ? null : Math.min(limit, Math.max(1, Math.floor(limit / replicas)));
  return { rpm: share(limits.rpm), rpd: share(limits.rpd), concurrent: share(limits.concurrent) };
}

export function isUnlimited({ rpm, rpd, concurrent }: Limits): boolean {
  return rpm === null && rpd === null && concurrent === null;
}

/**
 * `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11. The policy is a quota `q` per window of
 * `w` seconds, or of a unit `qu`. The state is the remaining quota `r`, and `t` seconds until some quota returns.
 */
export function rateLimitHeaders(states: readonly LimitState[]): Record<string, string> {
  if (states.length === 0) return {};
  return {
    'RateLimit-Policy': states
      .map(({ name, limit, windowMs }) =>
        windowMs === null
          ? `"${name}";q=${limit};qu="concurrent-requests"`
          : `"${name}";q=${limit};w=${windowMs / 1_000}`,
      )
      .join(', '),
    RateLimit: states
      .map(({ name, remaining, resetMs, windowMs }) => {
        const remainingQuota = `"${name}";r=${remaining}`;
        return windowMs === null && remaining > 0
          ? remainingQuota
          : `${remainingQuota};t=${Math.ceil(resetMs / 1_000)}`;
      })
      .join(', '),
  };
}
