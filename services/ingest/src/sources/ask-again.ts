import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import {
  isTransientStatus,
  TRANSIENT_NETWORK_CODES,
} from '@imagesearch/service-kit/resilience/transient-errors';

const ATTEMPTS_MAX = 5;
const FIRST_PAUSE_MS = 1_000;
/** A server that asks for a longer pause than this is given up for now; the run can be continued later. */
const PAUSE_MS_MAX = 300_000;

export interface Patience {
  /** Before the first repeat, doubled each time. */
  firstPauseMs?: number | undefined;
  signal: AbortSignal;
}

/**
 * Repeats a GET that met a busy server (408, 429, 5xx), a broken connection or no answer in time. `Retry-After` is obeyed; without one
 * the pause doubles, with chance in it so that many workers do not come back at once.
 */
export function askAgain<Answer>(
  ask: () => Promise<Answer>,
  { firstPauseMs = FIRST_PAUSE_MS, signal }: Patience,
): Promise<Answer> {
  return retryWithBackoff(ask, {
    retries: ATTEMPTS_MAX - 1,
    firstPauseMs,
    pauseMsMax: PAUSE_MS_MAX,
    retryAfterMs: (error) => retryAfterMs(error as Failure),
    isRetryable: (error) =>
      isTransient(error as Failure) && (retryAfterMs(error as Failure) ?? 0) <= PAUSE_MS_MAX,
    signal,
  });
}

/** An answer that is no success, or none. */
interface Failure extends Error {
  status?: number | undefined;
  retryAfter?: string | null | undefined;
}

/** A connection that was closed; and the end of an attempt's time, for Node's client and for `fetch`. */
const TRANSIENT_CODES = [...TRANSIENT_NETWORK_CODES, 'UND_ERR_SOCKET', 'ABORT_ERR', 'TimeoutError'];

function isTransient(failure: Failure): boolean {
  return failure.status === undefined
    ? TRANSIENT_CODES.includes(codeOf(failure))
    : isTransientStatus(failure.status);
}

/** Of the system, or of the client. */
export function codeOf({ name, code, cause }: Error & { code?: unknown }): string {
  const { code: ofCause } = (cause ?? {}) as { code?: unknown };
  return [code, ofCause].find((one) => typeof one === 'string') ?? name;
}

/** Seconds, or a date. */
function retryAfterMs({ retryAfter }: Failure): number | undefined {
  if (!retryAfter) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? undefined : ms;
}
