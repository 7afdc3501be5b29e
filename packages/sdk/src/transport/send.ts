import { ImageSearchError } from '../errors.js';
import { answerOf, refusal, type Answer } from './answer.js';

export interface Limits {
  /** For everything together, pauses included. */
  timeoutMs: number;
  /** For one request and its answer. */
  attemptTimeoutMs: number;
  /** Requests after the first one. */
  retries: number;
  signal: AbortSignal | undefined;
}

/** A request that may be sent more than once. */
export interface Sendable<Data> {
  url: string;
  init: RequestInit;
  /** Sent with every attempt; null for a request that costs nothing. */
  idempotencyKey: string | null;
  /** Whether an answer can be read; an error of the service is thrown. Those of success unless set. */
  isAnswer?: (response: Response) => boolean;
  /** Reads the whole answer; it throws when the answer is cut off. */
  read: (response: Response) => Data | Promise<Data>;
}

/**
 * Sends a request, again where that may help and the time allows it. Every attempt has the same Idempotency-Key, so the
 * service charges one of them at most.
 * @throws ImageSearchError of the last attempt; the reason of the caller's signal.
 */
export async function send<Data>(
  fetcher: typeof fetch,
  request: Sendable<Data>,
  limits: Limits,
): Promise<Answer<Data>> {
  const { idempotencyKey } = request;
  const endsAt = performance.now() + limits.timeoutMs;
  for (let attempts = 1; ; attempts += 1) {
    const leftMs = endsAt - performance.now();
    // Not `AbortSignal.timeout`: Node 20 may collect one that only `any` refers to, and it then never fires.
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), Math.min(limits.attemptTimeoutMs, leftMs));
    const signal = limits.signal ? AbortSignal.any([time.signal, limits.signal]) : time.signal;
    let error: ImageSearchError;
    try {
      return { ...(await attempt(fetcher, request, signal)), attempts };
    } catch (thrown) {
      limits.signal?.throwIfAborted();
      error = Object.assign(failureOf(thrown, time.signal.aborted), { idempotencyKey, attempts });
    } finally {
      clearTimeout(timer);
    }
    const pauseMs = pauseMsAfter(attempts, error);
    const hasTime = performance.now() + pauseMs < endsAt;
    if (attempts > limits.retries || !isRetryable(error) || !hasTime) throw error;
    await pause(pauseMs, limits.signal);
  }
}

async function attempt<Data>(
  fetcher: typeof fetch,
  { url, init, isAnswer = ({ ok }) => ok, read }: Sendable<Data>,
  signal: AbortSignal,
): Promise<Omit<Answer<Data>, 'attempts'>> {
  const response = await fetcher(url, { ...init, signal });
  if (!isAnswer(response)) throw refusal(response, await response.text());
  return answerOf(await read(response), response.headers);
}

function failureOf(cause: unknown, isLate: boolean): ImageSearchError {
  if (isLate)
    return new ImageSearchError('The image search did not answer in time.', { type: 'timed_out', cause });
  if (cause instanceof ImageSearchError) return cause;
  return new ImageSearchError('The connection to the image search was lost.', {
    type: 'connection_lost',
    cause,
  });
}

/** Statuses after which the same request may succeed. A proxy answers 502 when its connection to the service is lost. */
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504]);
const BACKOFF_MS = 250;
const BACKOFF_MAX_MS = 8_000;
/** Added to `Retry-After`, so that callers that were refused together do not come back together. */
const SPREAD_MAX_MS = 1_000;

/** Whether to send the request again. The Idempotency-Key keeps a second send free. */
function isRetryable({ status, type }: ImageSearchError): boolean {
  if (type === 'connection_lost' || type === 'timed_out' || type === 'idempotency_in_flight') return true;
  return status !== null && RETRYABLE_STATUSES.has(status);
}

/**
 * Milliseconds before the next attempt: what the service asked for and a random part, or a random part of a backoff.
 * @param attempt 1 after the first attempt.
 */
function pauseMsAfter(attempt: number, { retryAfterMs }: ImageSearchError): number {
  const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** attempt);
  if (retryAfterMs === null) return backoffMs * (0.5 + Math.random() / 2);
  return retryAfterMs + Math.random() * Math.min(SPREAD_MAX_MS, backoffMs);
}

/** Waits. @throws the reason of the signal when it fires. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- an abort rejects with the caller's reason
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** What goes with a call. The answer is JSON unless `read` is set. */
export interface Call<Data> extends Partial<Pick<Sendable<Data>, 'idempotencyKey' | 'isAnswer' | 'read'>> {
  body?: object;
  /** Those that are undefined are not sent. */
  headers?: Record<string, string | undefined>;
  /** Which takes longer. */
  hasImage?: boolean;
}

/** The path with those parameters that are set. */
export function withQuery(
  path: string,
  parameters: Record<string, string | number | boolean | undefined>,
): string {
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
