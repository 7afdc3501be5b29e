import type { CallContext } from '@imagesearch/service-kit/call-context';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { QdrantClient } from '@qdrant/js-client-rest';
import { asking, isTransientAnswer } from './qdrant-errors.js';
import type { QdrantOptions } from './qdrant-options.js';

/** The server, as reads and writes reach it: each kind with its own timeout. */
export interface QdrantClients {
  /** Runs a read, and again after a failure that may pass, for as long as its caller waits. */
  reading<T>(read: (client: QdrantClient) => Promise<T>, call?: CallContext): Promise<T>;
  /** Never repeated here: a write that timed out may have been done, and its caller knows whether to send it again. */
  write: QdrantClient;
}

export function openClients(options: QdrantOptions): QdrantClients {
  const { readTimeoutMs, writeTimeoutMs, readRetries } = options;
  const read = newClient(options, readTimeoutMs);
  return {
    write: newClient(options, writeTimeoutMs),
    reading: (work, call) => asking(() => retrying(() => work(read), readRetries, call)),
  };
}

const FIRST_PAUSE_MS = 50;
/** Never reached by the few retries there are. */
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

function newClient({ url, apiKey }: QdrantOptions, timeout: number): QdrantClient {
  return new QdrantClient({
    url,
    timeout,
    // Its check only prints to the console; ours stops the start.
    checkCompatibility: false,
    // A compressed answer leaves the server in pieces that wait for each other's acknowledgement: some 45 ms a query.
    headers: { 'accept-encoding': 'identity' },
    ...(apiKey !== undefined && { apiKey }),
  });
}
