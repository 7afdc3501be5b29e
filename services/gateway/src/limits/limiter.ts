import type { Plan } from '../billing/plans.js';

/** What a plan allows; null for no limit of that kind. */
export type Limits = Plan['limits'];
export type LimitName = keyof Limits;
/** Limits that count requests over time. */
type RateName = Exclude<LimitName, 'concurrent'>;

/**
 * A request counts until its whole bucket is older than the window, so no interval of that length exceeds the limit.
 */
export interface RollingWindow {
  name: RateName;
  windowMs: number;
  /** More buckets make the window finer and each check slower. */
  buckets: number;
}

export const ROLLING_WINDOWS: readonly [RollingWindow, RollingWindow] = [
  { name: 'rpm', windowMs: 60_000, buckets: 60 },
  { name: 'rpd', windowMs: 24 * 60 * 60_000, buckets: 96 },
];

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

export interface AdmitRequest {
  accountId: string;
  limits: Limits;
  leaseId: string;
}

/** Limits the requests of accounts per minute, per day and at once. A refused request is not counted. */
export interface RateLimiter {
  /** Counts a request and opens a lease for it: both or neither. */
  admit(request: AdmitRequest): Promise<LimitDecision>;
  /** Ends a lease; never fails. */
  release(accountId: string, leaseId: string): void;
  read(accountId: string, limits: Limits): Promise<LimitState[]>;
}

/** What a rate limiter counted for one account; `rates` is in the order of its windows. */
export interface Counted {
  rates: { used: number; resetMs: number }[];
  leases: number;
}

/** `Retry-After` when all leases are in use: when one of them ends is not known. */
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

/** A refusal names the limit that takes longest to reset. */
export function decisionOf(
  admitted: boolean,
  { source, states }: Pick<LimitDecision, 'source' | 'states'>,
): LimitDecision {
  if (admitted) return { admitted, source, states };
  const [longest] = states.filter(({ used, limit }) => used >= limit).sort((a, b) => b.resetMs - a.resetMs);
  if (!longest) throw new Error('a request was refused although no limit is reached');
  return { admitted, source, states, limit: longest.name, retryAfterMs: longest.resetMs };
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
