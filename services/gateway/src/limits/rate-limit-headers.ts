import type { LimitState } from './windows.js';

/**
 * `RateLimit-Policy` and `RateLimit` as draft-ietf-httpapi-ratelimit-headers-11 has them: what is allowed (`q` in `w`
 * seconds, or of a unit `qu`), and what of it is left (`r`; `t` seconds until some of it comes back).
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
        const left = `"${name}";r=${remaining}`;
        return windowMs === null && remaining > 0 ? left : `${left};t=${Math.ceil(resetMs / 1_000)}`;
      })
      .join(', '),
  };
}
