import type { Logger } from '@imagesearch/service-kit/logging';
import type { ProcessWindows } from './process-windows.js';
import {
  shareOf,
  type AdmitRequest,
  type Limits,
  type LimitState,
  type Decision,
  type Windows,
} from './windows.js';
import type { UnreportedRequests } from './unreported-requests.js';
import type { RedisWindows } from './redis-windows.js';

/** How often a Redis that was away is asked whether it is back; no request waits for that. */
const PROBE_INTERVAL_MS = 500;
/** Few enough that Redis is told in a few milliseconds. */
const ACCOUNTS_TOLD_AT_ONCE = 50;

export interface LimiterEvents {
  /** A request was decided by this process, because Redis did not answer. */
  limiterFellBack(): void;
  limiterShared(isShared: boolean): void;
}

export interface SharedWindowsOptions {
  shared: RedisWindows;
  /** Counts everything that this process admits, whoever decided. */
  own: ProcessWindows;
  unreportedRequests: UnreportedRequests;
  /** The most gateways that share the limits. */
  replicasMax: number;
  events: LimiterEvents;
  logger: Logger;
}

/**
 * Windows in Redis. While it does not answer, each process grants its share of every limit, on top of what it counted
 * before: one failure is enough to stop asking, and a probe beside the requests finds out when it is back. Redis is then
 * told what was granted and given back meanwhile, or, when it has lost its counts, all that this process has counted.
 */
export class SharedWindows implements Windows {
  readonly #options: SharedWindowsOptions;
  #probe: NodeJS.Timeout | undefined;
  #epoch: string | undefined;
  #isClosed = false;

  constructor(options: SharedWindowsOptions) {
    this.#options = options;
  }

  /** Resolves when it is known whether Redis is there. */
  async start(): Promise<void> {
    const { shared, events } = this.#options;
    await shared.connect();
    shared.onLost(() => this.#goAway(new Error('the connection ended')));
    try {
      this.#epoch = await shared.epoch();
      events.limiterShared(true);
    } catch (error) {
      this.#goAway(error);
    }
  }

  async admit(request: AdmitRequest): Promise<Decision> {
    const { shared, own, unreportedRequests, replicasMax, events } = this.#options;
    const { accountId, leaseId, limits } = request;
    const decision = await this.#unlessAway(() => shared.admit(request));
    if (decision) {
      if (decision.admitted) own.note(accountId, leaseId);
      return decision;
    }
    events.limiterFellBack();
    const decided = own.admitNow({ accountId, leaseId, limits: shareOf(limits, replicasMax) });
    if (decided.admitted) unreportedRequests.note(accountId, leaseId);
    // Redis may have admitted it, and not got round to saying so.
    else unreportedRequests.release(accountId, leaseId);
    return decided;
  }

  release(accountId: string, leaseId: string): void {
    const { shared, own, unreportedRequests } = this.#options;
    own.release(accountId, leaseId);
    void this.#unlessAway(() => shared.release(accountId, leaseId)).then((isReleased) => {
      if (!isReleased) unreportedRequests.release(accountId, leaseId);
    });
  }

  async read(accountId: string, limits: Limits): Promise<LimitState[]> {
    const { shared, own, replicasMax } = this.#options;
    return (
      (await this.#unlessAway(() => shared.read(accountId, limits))) ??
      own.read(accountId, shareOf(limits, replicasMax))
    );
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#probe);
    this.#options.shared.close();
  }

  async #unlessAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.#probe !== undefined || this.#isClosed) return undefined;
    try {
      return await ask();
    } catch (error) {
      this.#goAway(error);
      return undefined;
    }
  }

  #goAway(error: unknown): void {
    if (this.#probe !== undefined || this.#isClosed) return;
    const { logger, events } = this.#options;
    logger.warn({ err: error }, 'Redis is away; each gateway grants its share of every limit');
    events.limiterShared(false);
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probe = setTimeout(() => {
      this.#comeBack().catch(() => {
        if (!this.#isClosed) this.#probeLater();
      });
    }, PROBE_INTERVAL_MS);
  }

  async #comeBack(): Promise<void> {
    const { shared, own, unreportedRequests, events, logger } = this.#options;
    const epoch = await shared.epoch();
    const hasForgotten = this.#epoch !== undefined && epoch !== this.#epoch;
    if (hasForgotten) unreportedRequests.owe(own.granted());
    this.#epoch = epoch;

    let accounts = 0;
    for (let owed = unreportedRequests.next(ACCOUNTS_TOLD_AT_ONCE); owed.length > 0;) {
      await shared.add(owed);
      unreportedRequests.told(owed.length);
      accounts += owed.length;
      owed = unreportedRequests.next(ACCOUNTS_TOLD_AT_ONCE);
    }
    // In the same turn as the last look: nothing was granted in between.
    this.#probe = undefined;
    if (this.#isClosed) return;
    events.limiterShared(true);
    logger.info({ hasForgotten, accounts }, 'Redis is back; limits are shared again');
  }
}
