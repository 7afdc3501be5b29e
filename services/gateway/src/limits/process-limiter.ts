import { LRUCache } from 'lru-cache';
import {
  ROLLING_WINDOWS,
  statesOf,
  decisionOf,
  type AdmitRequest,
  type Counted,
  type Limits,
  type LimitState,
  type RollingWindow,
  type LimitDecision,
  type RateLimiter,
} from './limiter.js';

/** An account takes at most about 20 KB. */
const ACCOUNTS_MAX = 20_000;

interface ProcessRateLimiterOptions {
  /** A lease that is never released expires after this. */
  leaseMs: number;
  windows?: readonly RollingWindow[];
  clock?: () => number;
}

interface AccountCounts {
  rates: RollingCount[];
  /** Expiry of each lease by its id, in Unix milliseconds. */
  leases: Map<string, number>;
}

/** Counts in this process: the only limiter without Redis, and that of each replica while Redis is unavailable. */
export class ProcessRateLimiter implements RateLimiter {
  readonly #leaseMs: number;
  readonly #windows: readonly RollingWindow[];
  readonly #clock: () => number;
  readonly #accounts = new LRUCache<string, AccountCounts>({ max: ACCOUNTS_MAX });
  #lastNow = 0;

  constructor({ leaseMs, windows = ROLLING_WINDOWS, clock = Date.now }: ProcessRateLimiterOptions) {
    this.#leaseMs = leaseMs;
    this.#windows = windows;
    this.#clock = clock;
  }

  admit(request: AdmitRequest): Promise<LimitDecision> {
    return Promise.resolve(this.admitNow(request));
  }

  admitNow({ accountId, limits, leaseId }: AdmitRequest): LimitDecision {
    const now = this.#now();
    const account = this.#of(accountId);
    const admitted = this.#hasRoom(account, limits, now);
    if (admitted) this.#count(account, leaseId, now);
    return decisionOf(admitted, { source: 'process', states: this.#states(account, limits, now) });
  }

  release(accountId: string, leaseId: string): void {
    this.#accounts.get(accountId)?.leases.delete(leaseId);
  }

  read(accountId: string, limits: Limits): Promise<LimitState[]> {
    return Promise.resolve(this.#states(this.#of(accountId), limits, this.#now()));
  }

  #hasRoom(account: AccountCounts, limits: Limits, now: number): boolean {
    const { rates, leases } = this.#counted(account, limits, now);
    return (
      this.#windows.every(({ name }, at) => (rates[at]?.used ?? 0) < (limits[name] ?? Infinity)) &&
      leases < (limits.concurrent ?? Infinity)
    );
  }

  #count({ rates, leases }: AccountCounts, leaseId: string, now: number): void {
    for (const rate of rates) rate.add(now);
    leases.set(leaseId, now + this.#leaseMs);
  }

  #states(account: AccountCounts, limits: Limits, now: number): LimitState[] {
    return statesOf(this.#counted(account, limits, now), limits, this.#windows);
  }

  #counted({ rates, leases }: AccountCounts, limits: Limits, now: number): Counted {
    for (const [leaseId, expiresAt] of leases) if (expiresAt <= now) leases.delete(leaseId);
    return {
      rates: this.#windows.map(({ name }, at) => ({
        used: rates[at]?.used(now) ?? 0,
        resetMs: rates[at]?.resetMs(now, limits[name] ?? Infinity) ?? 0,
      })),
      leases: leases.size,
    };
  }

  #of(accountId: string): AccountCounts {
    let account = this.#accounts.get(accountId);
    if (!account) {
      account = { rates: this.#windows.map((window) => new RollingCount(window)), leases: new Map() };
      this.#accounts.set(accountId, account);
    }
    return account;
  }

  /** Never goes back: a window must not lose counts when the system clock is set back. */
  #now(): number {
    this.#lastNow = Math.max(this.#lastNow, this.#clock());
    return this.#lastNow;
  }
}

export class RollingCount {
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
