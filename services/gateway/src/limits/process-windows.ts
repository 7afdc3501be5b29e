import { LRUCache } from 'lru-cache';
import { RollingCount } from './rolling-count.js';
import {
  ROLLING_WINDOWS,
  statesOf,
  verdictOf,
  type AdmitRequest,
  type Counted,
  type Limits,
  type LimitState,
  type RollingWindow,
  type Decision,
  type Windows,
} from './windows.js';

/** About 20 KB each at the very most. */
const ACCOUNTS_MAX = 20_000;

export interface ProcessWindowsOptions {
  /** After which a slot that nobody gave back is free. */
  leaseMs: number;
  windows?: readonly RollingWindow[];
  /** Unix milliseconds. */
  clock?: () => number;
}

/** What one account was granted, for another counter to count as well. */
export interface Granted {
  accountId: string;
  /** Requests by bucket number, for each window in its order. */
  rates: [bucket: number, count: number][][];
  /** When each slot lapses, by its name. */
  leases: [leaseId: string, lapsesAt: number][];
}

interface AccountWindows {
  rates: RollingCount[];
  /** When each slot lapses, by its name. */
  leases: Map<string, number>;
}

/** The windows of one process: all there is without Redis, and what bounds each replica while Redis is away. */
export class ProcessWindows implements Windows {
  readonly #leaseMs: number;
  readonly #windows: readonly RollingWindow[];
  readonly #clock: () => number;
  readonly #accounts = new LRUCache<string, AccountWindows>({ max: ACCOUNTS_MAX });
  #lastNow = 0;

  constructor({ leaseMs, windows = ROLLING_WINDOWS, clock = Date.now }: ProcessWindowsOptions) {
    this.#leaseMs = leaseMs;
    this.#windows = windows;
    this.#clock = clock;
  }

  admit(request: AdmitRequest): Promise<Decision> {
    return Promise.resolve(this.admitNow(request));
  }

  admitNow({ accountId, limits, leaseId }: AdmitRequest): Decision {
    const now = this.#now();
    const account = this.#of(accountId);
    const admitted = this.#hasRoom(account, limits, now);
    if (admitted) this.#count(account, leaseId, now);
    return verdictOf(admitted, 'process', this.#states(account, limits, now));
  }

  /** Counts a request that another counter admitted. */
  note(accountId: string, leaseId: string): void {
    this.#count(this.#of(accountId), leaseId, this.#now());
  }

  release(accountId: string, leaseId: string): void {
    this.#accounts.get(accountId)?.leases.delete(leaseId);
  }

  /** All that counts still. */
  granted(): Granted[] {
    const now = this.#now();
    return [...this.#accounts.entries()].map(([accountId, { rates, leases }]) => ({
      accountId,
      rates: rates.map((rate) => rate.counts(now)),
      leases: [...leases].filter(([, lapsesAt]) => lapsesAt > now),
    }));
  }

  read(accountId: string, limits: Limits): Promise<LimitState[]> {
    return Promise.resolve(this.#states(this.#of(accountId), limits, this.#now()));
  }

  #hasRoom(account: AccountWindows, limits: Limits, now: number): boolean {
    const { rates, leases } = this.#counted(account, limits, now);
    return (
      this.#windows.every(({ name }, at) => (rates[at]?.used ?? 0) < (limits[name] ?? Infinity)) &&
      leases < (limits.concurrent ?? Infinity)
    );
  }

  #count({ rates, leases }: AccountWindows, leaseId: string, now: number): void {
    for (const rate of rates) rate.add(now);
    leases.set(leaseId, now + this.#leaseMs);
  }

  #states(account: AccountWindows, limits: Limits, now: number): LimitState[] {
    return statesOf(this.#counted(account, limits, now), limits, this.#windows);
  }

  #counted({ rates, leases }: AccountWindows, limits: Limits, now: number): Counted {
    // The first to lapse were the first taken.
    for (const [leaseId, lapsesAt] of leases) {
      if (lapsesAt > now) break;
      leases.delete(leaseId);
    }
    return {
      rates: this.#windows.map(({ name }, at) => ({
        used: rates[at]?.used(now) ?? 0,
        resetMs: rates[at]?.resetMs(now, limits[name] ?? Infinity) ?? 0,
      })),
      leases: leases.size,
    };
  }

  #of(accountId: string): AccountWindows {
    let account = this.#accounts.get(accountId);
    if (!account) {
      account = { rates: this.#windows.map((window) => new RollingCount(window)), leases: new Map() };
      this.#accounts.set(accountId, account);
    }
    return account;
  }

  /** A system clock that is set back must not let a window forget. */
  #now(): number {
    this.#lastNow = Math.max(this.#lastNow, this.#clock());
    return this.#lastNow;
  }
}
