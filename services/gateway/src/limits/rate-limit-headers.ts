import type { LimitState } from './rate-limiter.js';

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
