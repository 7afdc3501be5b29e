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
import type { UnreportedRequests } from './unreported-requests.js';
import type { RedisRateLimiter } from './redis-rate-limiter.js';

/** How often an unavailable Redis is probed; no request waits for a probe. */
const PROBE_INTERVAL_MS = 500;
/** Redis counts this many accounts in a few milliseconds. */
const REPORT_ACCOUNTS_MAX = 50;

export interface LimiterEvents {
  /** This process decided a request, because Redis did not answer. */
  limiterFellBack(): void;
  limiterSharingChanged(isShared: boolean): void;
}

export interface SharedRateLimiterOptions {
  shared: RedisRateLimiter;
  /** Counts every request that this process admits, including those that Redis decided. */
  local: ProcessRateLimiter;
  unreported: UnreportedRequests;
  /** The most gateways that share the limits. */
  replicasMax: number;
  events: LimiterEvents;
  logger: Logger;
}

/**
 * Limits that all replicas share through Redis. While Redis is unavailable, each process grants its share of every
 * limit; a background probe finds out when Redis is back and reports what was admitted meanwhile.
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
    const { shared, local, unreported, replicasMax, events } = this.#options;
    const { accountId, leaseId, limits } = request;
    const decision = await this.#whileAvailable(() => shared.admit(request));
    if (decision) {
      if (decision.admitted) local.record(accountId, leaseId);
      return decision;
    }
    events.limiterFellBack();
    const fallback = local.admitNow({ accountId, leaseId, limits: shareOf(limits, replicasMax) });
    if (fallback.admitted) unreported.recordAdmitted(accountId, leaseId);
    // Redis may have admitted it although its answer was lost.
    else unreported.recordReleased(accountId, leaseId);
    return fallback;
  }

  release(accountId: string, leaseId: string): void {
    const { shared, local, unreported } = this.#options;
    local.release(accountId, leaseId);
    void this.#whileAvailable(() => shared.release(accountId, leaseId)).then((isReleased) => {
      if (!isReleased) unreported.recordReleased(accountId, leaseId);
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
    if (this.#probe !== undefined || this.#isClosed) return undefined;
    try {
      return await ask();
    } catch (error) {
      this.#becomeUnavailable(error);
      return undefined;
    }
  }

  #becomeUnavailable(error: unknown): void {
    if (this.#probe !== undefined || this.#isClosed) return;
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
    const { shared, local, unreported, events, logger } = this.#options;
    const epoch = await shared.epoch();
    const countsLost = this.#epoch !== undefined && epoch !== this.#epoch;
    if (countsLost) unreported.replaceAll(local.usage());
    this.#epoch = epoch;

    let accounts = 0;
    for (let batch = unreported.next(REPORT_ACCOUNTS_MAX); batch.length > 0;) {
      await shared.add(batch);
      unreported.confirm(batch.length);
      accounts += batch.length;
      batch = unreported.next(REPORT_ACCOUNTS_MAX);
    }
    // No await since the last `next`, so no request was admitted in between.
    this.#probe = undefined;
    if (this.#isClosed) return;
    events.limiterSharingChanged(true);
    logger.info({ countsLost, accounts }, 'Redis is available again; limits are shared');
  }
}
