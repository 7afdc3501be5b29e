import type { RetryOptions } from 'got';

const ATTEMPTS_MAX = 5;
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 60_000;
/** A server that asks for more patience than this is given up for now; the run can be taken up again later. */
const RETRY_AFTER_MAX_MS = 300_000;

/**
 * Repeats a GET that met a busy server (408, 429, 5xx) or a broken line. `Retry-After` is obeyed; without one the
 * pause doubles, with chance in it so that many workers do not come back at once.
 */
export const RETRY_POLICY = (backoffMs: number = BACKOFF_MS): Partial<RetryOptions> => ({
  limit: ATTEMPTS_MAX - 1,
  methods: ['GET'],
  statusCodes: [408, 429, 500, 502, 503, 504],
  maxRetryAfter: RETRY_AFTER_MAX_MS,
  calculateDelay: ({ attemptCount, retryAfter, computedValue }) => {
    // 0 is the library's verdict that this is not to be repeated.
    if (computedValue === 0) return 0;
    if (retryAfter !== undefined) return retryAfter;
    const pauseMs = Math.min(BACKOFF_MAX_MS, backoffMs * 2 ** (attemptCount - 1));
    return pauseMs * (0.5 + Math.random() / 2);
  },
});
