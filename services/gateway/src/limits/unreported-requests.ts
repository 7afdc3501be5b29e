import {
  ProcessRateLimiter,
  type AccountUsage,
  type ProcessRateLimiterOptions,
} from './process-rate-limiter.js';

export interface UnreportedUsage extends AccountUsage {
  released: string[];
}

/** Collects what this process admits and releases while Redis is unavailable, to report it to Redis afterwards. */
export class UnreportedRequests {
  readonly #options: ProcessRateLimiterOptions;
  #admitted: ProcessRateLimiter;
  #released = new Map<string, string[]>();
  /** Taken from the two above; an account stays here until Redis has confirmed it. */
  #batch: UnreportedUsage[] = [];

  constructor(options: ProcessRateLimiterOptions) {
    this.#options = options;
    this.#admitted = new ProcessRateLimiter(options);
  }

  recordAdmitted(accountId: string, leaseId: string): void {
    this.#admitted.record(accountId, leaseId);
  }

  /** Redis may still hold this lease. */
  recordReleased(accountId: string, leaseId: string): void {
    this.#admitted.release(accountId, leaseId);
    const released = this.#released.get(accountId);
    if (released) released.push(leaseId);
    else this.#released.set(accountId, [leaseId]);
  }

  /** Replaces everything with the full usage of this process, for a Redis that has lost its counts. */
  replaceAll(usage: readonly AccountUsage[]): void {
    this.#clear();
    this.#batch = usage.map((account) => ({ ...account, released: [] }));
  }

  /** The next accounts to report, the oldest first. They stay unreported until `confirm`. */
  next(accountsMax: number): UnreportedUsage[] {
    if (this.#batch.length === 0) {
      this.#batch = this.#admitted.usage().map((account) => ({
        ...account,
        released: this.#released.get(account.accountId) ?? [],
      }));
      const admitted = new Set(this.#batch.map(({ accountId }) => accountId));
      for (const [accountId, released] of this.#released)
        if (!admitted.has(accountId)) this.#batch.push({ accountId, rates: [], leases: [], released });
      this.#clear();
    }
    return this.#batch.slice(0, accountsMax);
  }

  /** Redis has counted the first accounts of the batch. */
  confirm(accounts: number): void {
    this.#batch.splice(0, accounts);
  }

  #clear(): void {
    this.#admitted = new ProcessRateLimiter(this.#options);
    this.#released = new Map();
  }
}
