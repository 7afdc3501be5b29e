import type { Logger } from '@imagesearch/service-kit/logging';
import type { ProcessRateLimiter } from './process-rate-limiter.js';
import {
  shareOf,
  type AdmitRequest,
  type Limits,
  type LimitState,
  type LimitDecision,
  type RateLimiter,
} from './rate-limiter.js';
import type { AccountsToHandOver } from './accounts-to-hand-over.js';
import type { RedisRateLimiter } from './redis-rate-limiter.js';

/**
 * How often an unavailable Redis is probed; no request waits for a probe. It is longer than Redis may take to answer, so
 * that no request of before is still under way when counts are handed over.
 */
const PROBE_INTERVAL_MS = 500;
/** Redis takes over this many accounts in a few milliseconds. */
const HAND_OVER_ACCOUNTS_MAX = 50;

export interface LimiterEvents {
  /** This process decided a request, because Redis did not answer. */
  limiterFellBack(): void;
  limiterSharingChanged(isShared: boolean): void;
}

export interface SharedRateLimiterOptions {
  shared: RedisRateLimiter;
  /** Counts every request that this process admits, including those that Redis decided. */
  local: ProcessRateLimiter;
  toHandOver: AccountsToHandOver;
  /** The most gateways that share the limits. */
  replicasMax: number;
  events: LimiterEvents;
  logger: Logger;
}

/**
 * Limits that all replicas share through Redis. While Redis is unavailable, each process grants its share of every
 * limit, and what it admitted before counts towards that share. One failure is enough to stop asking; a background
 * probe finds out when Redis is back. From then on Redis decides again. Each account is handed over before its next
 * request, and the others in the background: those that changed or, when Redis has lost its counts, all.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #options: SharedRateLimiterOptions;
  #probe: NodeJS.Timeout | undefined;
  #epoch: string | undefined;
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
      this.#epoch = await shared.epoch();
      events.limiterSharingChanged(true);
    } catch (error) {
      this.#becomeUnavailable(error);
    }
  }

  async admit(request: AdmitRequest): Promise<LimitDecision> {
    const { shared, local, toHandOver, replicasMax, events } = this.#options;
    const { accountId, leaseId, limits } = request;
    const isAsked = this.#isAvailable();
    const decision = await this.#whileAvailable(() => {
      this.#handOverFirst(accountId);
      return shared.admit(request);
    });
    if (decision) {
      local.followClock(decision.at);
      if (decision.admitted) local.record(accountId, leaseId, decision.at);
      return decision;
    }
    events.limiterFellBack();
    const fallback = local.admitNow({ accountId, leaseId, limits: shareOf(limits, replicasMax) });
    // A refused request may hold a lease in Redis when the answer was lost.
    if (fallback.admitted || isAsked) toHandOver.add([accountId]);
    return fallback;
  }

  release(accountId: string, leaseId: string): void {
    const { shared, local, toHandOver } = this.#options;
    local.release(accountId, leaseId);
    void this.#whileAvailable(() => shared.release(accountId, leaseId)).then((isReleased) => {
      if (!isReleased) toHandOver.add([accountId]);
    });
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
    const { shared, local, toHandOver, events, logger } = this.#options;
    const epoch = await shared.epoch();
    const countsLost = this.#epoch !== undefined && epoch !== this.#epoch;
    if (countsLost) toHandOver.add(local.accountIds());
    this.#epoch = epoch;
    // Requests go to Redis from here on, so that no account is added while the rest is handed over.
    this.#probe = undefined;

    let accounts = 0;
    while (!toHandOver.isEmpty && this.#isAvailable()) {
      const batch = toHandOver.takeSome(HAND_OVER_ACCOUNTS_MAX);
      accounts += batch.length;
      await this.#handOver(batch);
    }
    if (!this.#isAvailable()) return;
    events.limiterSharingChanged(true);
    logger.info({ countsLost, accounts }, 'Redis is available again; limits are shared');
  }

  /** Redis carries out the commands of a connection in their order: the hand-over, then the request. */
  #handOverFirst(accountId: string): void {
    if (this.#options.toHandOver.take(accountId)) void this.#handOver([accountId]);
  }

  async #handOver(accountIds: string[]): Promise<void> {
    const { shared, local, toHandOver } = this.#options;
    try {
      await shared.handOver(accountIds.map((id) => local.usageOf(id)));
    } catch (error) {
      toHandOver.add(accountIds);
      this.#becomeUnavailable(error);
    }
  }

  #isAvailable(): boolean {
    return this.#probe === undefined && !this.#isClosed;
  }
}
