import type { Plan } from '../billing/plans.js';

/** What a plan allows; null for no limit of that kind. */
export type Limits = Plan['limits'];
export type LimitName = keyof Limits;
/** Limits that count requests over time. */
export type RateName = Exclude<LimitName, 'concurrent'>;

/**
 * A rolling window, counted in buckets. A request counts from its own bucket until every instant of that bucket is
 * further back than the window is long. So no interval as long as the window ever holds more than the limit, and a
 * request counts at most one bucket longer than it must.
 */
export interface RollingWindow {
  name: RateName;
  windowMs: number;
  /** More of them make the window finer, and looking at it slower. */
  buckets: number;
}

export const ROLLING_WINDOWS: readonly [RollingWindow, RollingWindow] = [
  { name: 'rpm', windowMs: 60_000, buckets: 60 },
  { name: 'rpd', windowMs: 24 * 60 * 60_000, buckets: 96 },
];

/** One limit of an account, as it stands. */
export interface LimitState {
  name: LimitName;
  limit: number;
  used: number;
  remaining: number;
  /** How long the window is; null for requests under way, which end when they end. */
  windowMs: number | null;
  /** Until the window gives something back; until it admits again, when it is full. 0 when nothing is used. */
  resetMs: number;
}

/** Who counted: Redis for all replicas, or this process alone. */
export type WindowSource = 'redis' | 'process';

export type Decision = { source: WindowSource; states: LimitState[] } & (
  { admitted: true } | { admitted: false; limit: LimitName; retryAfterMs: number }
);

export interface AdmitRequest {
  accountId: string;
  limits: Limits;
  /** Names the slot that is taken, until it is released. */
  leaseId: string;
}

/** Requests of accounts over time and under way. A refused request leaves no trace in them. */
export interface Windows {
  /** Counts a request and takes a slot for it: both, or neither. */
  admit(request: AdmitRequest): Promise<Decision>;
  /** Gives a slot back; never fails. */
  release(accountId: string, leaseId: string): void;
  /** How the limits of an account stand; changes nothing. */
  read(accountId: string, limits: Limits): Promise<LimitState[]>;
}

/** What an engine counted for one account: a window each, in the order of its windows. */
export interface Counted {
  rates: { used: number; resetMs: number }[];
  leases: number;
}

/** What a request that found no slot is asked to wait; how long the others take nobody knows. */
const CONCURRENT_RETRY_MS = 1_000;

export function statesOf(
  counted: Counted,
  limits: Limits,
  windows: readonly RollingWindow[] = ROLLING_WINDOWS,
): LimitState[] {
  const states: LimitState[] = [];
  for (const [at, { name, windowMs }] of windows.entries()) {
    const limit = limits[name];
    const { used = 0, resetMs = 0 } = counted.rates[at] ?? {};
    if (limit !== null)
      states.push({ name, limit, used, remaining: Math.max(0, limit - used), windowMs, resetMs });
  }
  const { concurrent } = limits;
  if (concurrent !== null) {
    const used = counted.leases;
    const resetMs = used >= concurrent ? CONCURRENT_RETRY_MS : 0;
    states.push({
      name: 'concurrent',
      limit: concurrent,
      used,
      remaining: Math.max(0, concurrent - used),
      windowMs: null,
      resetMs,
    });
  }
  return states;
}

/** A refusal names the limit that holds the longest. */
export function verdictOf(admitted: boolean, source: WindowSource, states: LimitState[]): Decision {
  if (admitted) return { admitted, source, states };
  const [longest] = states.filter(({ used, limit }) => used >= limit).sort((a, b) => b.resetMs - a.resetMs);
  if (!longest) throw new Error('a request was refused with room in every window');
  return { admitted, source, states, limit: longest.name, retryAfterMs: longest.resetMs };
}

/** The part of each limit that one of several replicas may grant by itself: at least 1 where the limit is. */
export function shareOf(limits: Limits, replicas: number): Limits {
  const share = (limit: number | null): number | null =>
    limit === null ? null : Math.min(limit, Math.max(1, Math.floor(limit / replicas)));
  return { rpm: share(limits.rpm), rpd: share(limits.rpd), concurrent: share(limits.concurrent) };
}

export function isUnlimited({ rpm, rpd, concurrent }: Limits): boolean {
  return rpm === null && rpd === null && concurrent === null;
}
