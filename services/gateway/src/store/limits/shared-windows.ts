import type { Logger } from '@imagesearch/service-kit/logging';
import type { ProcessWindows } from '../../domain/limits/process-windows.js';
import {
  shareOf,
  type AdmitRequest,
  type Limits,
  type LimitState,
  type Verdict,
  type Windows,
} from '../../domain/limits/windows.js';
import type { RedisWindows } from './redis-windows.js';

/** How often a Redis that was away is asked whether it is back; no request waits for that. */
const PROBE_INTERVAL_MS = 500;

export interface LimiterEvents {
  /** A request was decided by this process, because Redis did not answer. */
  limiterFellBack(): void;
  limiterShared(isShared: boolean): void;
}

export interface SharedWindowsOptions {
  shared: RedisWindows;
  /** Counts everything that this process admits, whoever decided. */
  own: ProcessWindows;
  /** The most gateways that share the limits. */
  replicasMax: number;
  events: LimiterEvents;
  logger: Logger;
}

/**
 * Windows in Redis. While it does not answer, each process grants its share of every limit, on top of what it counted
 * before: one failure is enough to stop asking, and a probe beside the requests finds out when it is back.
 */
export class SharedWindows implements Windows {
  readonly #options: SharedWindowsOptions;
  #probe: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SharedWindowsOptions) {
    this.#options = options;
    options.events.limiterShared(true);
  }

  async admit(request: AdmitRequest): Promise<Verdict> {
    const { shared, own, replicasMax, events } = this.#options;
    const { accountId, leaseId, limits } = request;
    const verdict = await this.#unlessAway(() => shared.admit(request));
    if (verdict) {
      if (verdict.admitted) own.note(accountId, leaseId);
      return verdict;
    }
    events.limiterFellBack();
    return own.admitNow({ accountId, leaseId, limits: shareOf(limits, replicasMax) });
  }

  release(accountId: string, leaseId: string): void {
    const { shared, own } = this.#options;
    own.release(accountId, leaseId);
    // A slot that cannot be given back lapses.
    void this.#unlessAway(() => shared.release(accountId, leaseId));
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
    const { shared, logger, events } = this.#options;
    this.#probe = setTimeout(() => {
      shared.ping().then(
        () => {
          this.#probe = undefined;
          events.limiterShared(true);
          logger.info('Redis is back; limits are shared again');
        },
        () => {
          if (!this.#isClosed) this.#probeLater();
        },
      );
    }, PROBE_INTERVAL_MS);
  }
}
