import { backoffMs } from '@imagesearch/service-kit/resilience/retry';
import {
  TRANSIENT_NETWORK_CODES,
  TRANSIENT_STATUSES,
} from '@imagesearch/service-kit/resilience/transient-errors';
import type { RetryOptions } from 'got';

const ATTEMPTS_MAX = 5;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
/** A server that asks for a longer pause than this is given up for now; the run can be continued later. */
const RETRY_AFTER_MAX_MS = 300_000;

/**
 * Repeats a GET that met a busy server (408, 429, 5xx) or a broken connection. `Retry-After` is obeyed; without one the
 * pause doubles, with chance in it so that many workers do not come back at once.
 */
export const RETRY_POLICY = (firstPauseMs: number = FIRST_PAUSE_MS): Partial<RetryOptions> => ({
  limit: ATTEMPTS_MAX - 1,
  methods: ['GET'],
  statusCodes: [...TRANSIENT_STATUSES],
  errorCodes: [...TRANSIENT_NETWORK_CODES],
  maxRetryAfter: RETRY_AFTER_MAX_MS,
  calculateDelay: ({ attemptCount, retryAfter, computedValue }) => {
    // 0 is how the library says that this is not to be repeated.
    if (computedValue === 0) return 0;
    return retryAfter ?? backoffMs(attemptCount, { firstPauseMs, pauseMsMax: PAUSE_MS_MAX });
  },
});
