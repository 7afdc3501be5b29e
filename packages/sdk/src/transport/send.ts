import { ImageSearchError, type ErrorFacts } from '../errors.js';
import { isRetryable, pauseMsAfter } from './retry-policy.js';
import { pause, timeLimit } from './time-limit.js';

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
export interface Sendable<Body> {
  url: string;
  init: RequestInit;
  /** Sent with every attempt; null for a request that changes nothing. */
  idempotencyKey: string | null;
  /** Reads the whole answer. @throws ImageSearchError for a refusal; anything else when the answer is cut off. */
  read: (response: Response) => Promise<Body>;
}

export interface Received<Body> {
  body: Body;
  response: Response;
  attempts: number;
}

/**
 * Sends a request, again where that may help and the time allows it. Every attempt has the same Idempotency-Key, so the
 * service charges one of them at most.
 * @throws ImageSearchError of the last attempt; the reason of the caller's signal.
 */
export async function send<Body>(
  fetcher: typeof fetch,
  request: Sendable<Body>,
  limits: Limits,
): Promise<Received<Body>> {
  const { idempotencyKey } = request;
  const endsAt = performance.now() + limits.timeoutMs;
  for (let attempts = 1; ; attempts += 1) {
    const leftMs = endsAt - performance.now();
    const limit = timeLimit(Math.min(limits.attemptTimeoutMs, leftMs), limits.signal);
    let error: ImageSearchError;
    try {
      return { ...(await attempt(fetcher, request, limit.signal)), attempts };
    } catch (thrown) {
      limits.signal?.throwIfAborted();
      error = withFacts(limit.isOver() ? timedOut(thrown) : thrown, { idempotencyKey, attempts });
    } finally {
      limit.end();
    }
    const pauseMs = pauseMsAfter(attempts, error);
    const hasTime = performance.now() + pauseMs < endsAt;
    if (attempts > limits.retries || !isRetryable(error) || !hasTime) throw error;
    await pause(pauseMs, limits.signal);
  }
}

async function attempt<Body>(
  fetcher: typeof fetch,
  { url, init, read }: Sendable<Body>,
  signal: AbortSignal,
): Promise<{ body: Body; response: Response }> {
  const response = await fetcher(url, { ...init, signal }).catch(lost);
  return { body: await read(response).catch(lost), response };
}

function lost(cause: unknown): never {
  if (cause instanceof ImageSearchError) throw cause;
  throw new ImageSearchError('The connection to the image search was lost.', {
    type: 'connection_lost',
    cause,
  });
}

function timedOut(cause: unknown): ImageSearchError {
  return new ImageSearchError('The image search did not answer in time.', { type: 'timed_out', cause });
}

function withFacts(thrown: unknown, more: Pick<ErrorFacts, 'idempotencyKey' | 'attempts'>): ImageSearchError {
  if (!(thrown instanceof ImageSearchError)) throw thrown;
  const { type, status, faults, requestId, retryAfterMs, cause } = thrown;
  return new ImageSearchError(thrown.message, {
    ...{ type, status, faults, requestId, retryAfterMs, cause },
    ...more,
  });
}
