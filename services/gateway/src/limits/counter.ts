import { LRUCache } from 'lru-cache';
import type { Plan } from '../billing/plans.js';

/** What a plan allows; null for no limit of that kind. */
export type Limits = Plan['limits'];

/**
 * A request counts until its whole bucket is older than the window, so no interval of that length exceeds the limit.
 */
interface RollingWindow {
  /** The limit that counts requests over this time. */
  name: Exclude<keyof Limits, 'concurrent'>;
  windowMs: number;
  /** More buckets make the window finer and each check slower. */
  buckets: number;
}

export const ROLLING_WINDOWS: readonly [RollingWindow, RollingWindow] = [
  { name: 'rpm', windowMs: 60_000, buckets: 60 },
  { name: 'rpd', windowMs: 24 * 60 * 60_000, buckets: 96 },
];

/** What was counted for one account; `rates` is in the order of the windows. */
export interface Counted {
  admitted: boolean;
  /** Until some quota returns or, when the window is full, until it admits again. 0 when nothing is used. */
  rates: { used: number; resetMs: number }[];
  leases: number;
}

/** Counts the requests of accounts. */
export interface Counter {
  /** Counts a request that the limits admit and opens a lease for it: both or neither. Without a lease it only reads. */
  count(accountId: string, limits: Limits, leaseId: string | null): Counted | Promise<Counted>;
  /** Ends a lease. */
  release(accountId: string, leaseId: string): void | Promise<void>;
}

/** An account takes at most about 20 KB. */
const ACCOUNTS_MAX = 20_000;

interface AccountCounts {
  rates: RollingCount[];
  /** Expiry of each lease by its id, in Unix milliseconds. */
  leases: Map<string, number>;
}

/** Counts in this process: all there is without Redis, and for each replica while Redis is unavailable. */
export class ProcessCounter implements Counter {
  readonly #leaseMs: number;
  readonly #clock: () => number;
  readonly #accounts = new LRUCache<string, AccountCounts>({ max: ACCOUNTS_MAX });

  /**
   * @param leaseMs A lease that is never released expires after this.
   * @param clock Milliseconds; by default of a clock that nobody sets: limits neither free nor hold anything when the system's jumps.
   */
  constructor(leaseMs: number, clock = () => performance.now()) {
    this.#leaseMs = leaseMs;
    this.#clock = clock;
  }

  count(accountId: string, limits: Limits, leaseId: string | null): Counted {
    const now = this.#clock();
    const { rates, leases } = this.#of(accountId);
    for (const [id, expiresAt] of leases) if (expiresAt <= now) leases.delete(id);
    const admitted =
      leaseId !== null &&
      ROLLING_WINDOWS.every(({ name }, at) => (rates[at]?.used(now) ?? 0) < (limits[name] ?? Infinity)) &&
      leases.size < (limits.concurrent ?? Infinity);
    if (admitted) {
      for (const rate of rates) rate.add(now);
      leases.set(leaseId, now + this.#leaseMs);
    }
    return {
      admitted,
      rates: ROLLING_WINDOWS.map(({ name }, at) => ({
        used: rates[at]?.used(now) ?? 0,
        resetMs: rates[at]?.resetMs(now, limits[name] ?? Infinity) ?? 0,
      })),
      leases: leases.size,
    };
  }

  release(accountId: string, leaseId: string): void {
    this.#accounts.get(accountId)?.leases.delete(leaseId);
  }

  #of(accountId: string): AccountCounts {
    let account = this.#accounts.get(accountId);
    if (!account) {
      account = { rates: ROLLING_WINDOWS.map((window) => new RollingCount(window)), leases: new Map() };
      this.#accounts.set(accountId, account);
    }
    return account;
  }
}

class RollingCount {
  readonly #bucketMs: number;
  readonly #buckets: number;
  /** Requests by bucket number, oldest first. */
  readonly #counts = new Map<number, number>();
  #used = 0;

  constructor({ windowMs, buckets }: RollingWindow) {
    this.#bucketMs = windowMs / buckets;
    this.#buckets = buckets;
  }

  used(now: number): number {
    const oldest = this.#bucketAt(now) - this.#buckets;
    for (const [bucket, count] of this.#counts) {
      if (bucket >= oldest) continue;
      this.#counts.delete(bucket);
      this.#used -= count;
    }
    return this.#used;
  }

  add(now: number): void {
    // Drops old buckets also for an account whose usage is never read.
    this.used(now);
    const bucket = this.#bucketAt(now);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#used += 1;
  }

  /** Milliseconds until the count falls, and falls below the limit; 0 when nothing is counted. */
  resetMs(now: number, limit: number): number {
    let remaining = this.used(now);
    if (remaining === 0) return 0;
    for (const [bucket, count] of this.#counts) {
      remaining -= count;
      if (remaining < limit) return (bucket + this.#buckets + 1) * this.#bucketMs - now;
    }
    return this.#bucketMs * this.#buckets;
  }

  #bucketAt(now: number): number {
    return Math.floor(now / this.#bucketMs);
  }
}
