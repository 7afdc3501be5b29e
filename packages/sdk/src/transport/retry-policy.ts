import type { ImageSearchError } from '../errors.js';

/** Statuses after which the same request may succeed. A proxy answers 502 when its connection to the service is lost. */
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504]);
const BACKOFF_MS = 250;
const BACKOFF_MAX_MS = 8_000;
/** Added to `Retry-After`, so that callers that were refused together do not come back together. */
const SPREAD_MAX_MS = 1_000;

/** Whether to send the request again. The Idempotency-Key keeps a second send free. */
export function isRetryable({ status, type }: ImageSearchError): boolean {
  if (type === 'connection_lost' || type === 'timed_out' || type === 'idempotency_in_flight') return true;
  return status !== null && RETRYABLE_STATUSES.has(status);
}

/**
 * Milliseconds before the next attempt: what the service asked for and a random part, or a random part of a backoff.
 * @param attempt 1 after the first attempt.
 */
export function pauseMsAfter(attempt: number, { retryAfterMs }: ImageSearchError): number {
  const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** attempt);
  if (retryAfterMs === null) return backoffMs * (0.5 + Math.random() / 2);
  return retryAfterMs + Math.random() * Math.min(SPREAD_MAX_MS, backoffMs);
}

/** `Retry-After` in milliseconds; null when it is absent or unreadable. A date counts from the answer's own `Date`. */
export function retryAfterMsOf(headers: Headers): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const waitMs = Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
