import type { CallContext } from '@imagesearch/service-kit/call-context';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { QdrantClient } from '@qdrant/js-client-rest';
import { asking, isTransientAnswer } from './qdrant-errors.js';
import type { QdrantOptions } from './qdrant-options.js';

export interface QdrantClients {
  /** Runs a read and retries it after a transient failure until the call ends. */
  reading<T>(read: (client: QdrantClient) => Promise<T>, call?: CallContext): Promise<T>;
  /** The same for a scan of vectors on disk, which takes longer than a caller waits. */
  readingLong<T>(read: (client: QdrantClient) => Promise<T>, call?: CallContext): Promise<T>;
  /** Not retried: a write that timed out may have succeeded, and its caller decides whether to send it again. */
  write: QdrantClient;
}

export function openClients(options: QdrantOptions): QdrantClients {
  const { readTimeoutMs, writeTimeoutMs, readRetries } = options;
  const read = newClient(options, readTimeoutMs);
  const readLong = newClient(options, LONG_READ_TIMEOUT_MS);
  return {
    write: newClient(options, writeTimeoutMs),
    reading: (work, call) => asking(() => retrying(() => work(read), readRetries, call)),
    readingLong: (work, call) => asking(() => retrying(() => work(readLong), readRetries, call)),
  };
}

/** A million vectors of 4 KiB, from a disk that reads 20 MB a second. */
const LONG_READ_TIMEOUT_MS = 200_000;
const FIRST_PAUSE_MS = 50;
/** The few retries never reach it. */
const PAUSE_MS_MAX = 2_000;

async function retrying<T>(
  read: () => Promise<T>,
  retries: number,
  call: CallContext | undefined,
): Promise<T> {
  return retryWithBackoff(read, {
    retries,
    firstPauseMs: FIRST_PAUSE_MS,
    pauseMsMax: PAUSE_MS_MAX,
    deadlineAt: call?.deadlineAt,
    isRetryable: (error) => call?.signal.aborted !== true && isTransientAnswer(error),
  });
}

export function newClient({ url, apiKey }: QdrantOptions, timeout: number): QdrantClient {
  return new QdrantClient({
    url,
    timeout,
    // The client's check only prints to the console; `openQdrantStore` checks the version.
    checkCompatibility: false,
    // The server sends a compressed answer in pieces that wait for acknowledgements: about 45 ms per query.
    // Given as `apiKey`, the key makes the client print a warning that is no JSON.
    headers: { 'accept-encoding': 'identity', ...(apiKey !== undefined && { 'api-key': apiKey }) },
  });
}
