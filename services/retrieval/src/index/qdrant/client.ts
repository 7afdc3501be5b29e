import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { isTransientStatus } from '@imagesearch/service-kit/resilience/transient-errors';
import {
  QdrantClient,
  QdrantClientResourceExhaustedError,
  QdrantClientTimeoutError,
} from '@qdrant/js-client-rest';
import type { Quantization } from '../recall-policy.js';

export interface QdrantClients {
  /** Runs a read and retries it after a transient failure until the call ends. */
  reading<T>(read: (client: QdrantClient) => Promise<T>, call?: CallContext): Promise<T>;
  /** Not retried: a write that timed out may have succeeded, and its caller decides whether to send it again. */
  write: QdrantClient;
}

export function openClients(options: QdrantOptions): QdrantClients {
  const read = newClient(options, READ_TIMEOUT_MS);
  return {
    write: newClient(options, WRITE_TIMEOUT_MS),
    reading: (work, call) =>
      asking(() =>
        retryWithBackoff(() => work(read), {
          retries: READ_RETRIES,
          firstPauseMs: FIRST_PAUSE_MS,
          pauseMsMax: PAUSE_MS_MAX,
          deadlineAt: call?.deadlineAt,
          isRetryable: (error) => call?.signal.aborted !== true && isTransientAnswer(error),
        }),
      ),
  };
}

/** Of one attempt. */
const READ_TIMEOUT_MS = 5_000;
const WRITE_TIMEOUT_MS = 60_000;
const READ_RETRIES = 2;
const FIRST_PAUSE_MS = 50;
/** The few retries never reach it. */
const PAUSE_MS_MAX = 2_000;

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

/**
 * An unreachable or busy server and a replaced collection become `dependency_unavailable`; other errors pass unchanged.
 */
export async function asking<T>(exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    if (error instanceof AppError || !isUnavailable(error)) throw error;
    throw new AppError('dependency_unavailable', 'The vector database is unavailable.', {
      ctx: { service: 'qdrant' },
      cause: error,
    });
  }
}

/** The HTTP status that the server answered with; undefined when it did not answer. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number') {
    return error.status;
  }
  const written = /^Unexpected Response: (\d{3})/.exec(messageOf(error))?.[1];
  return written === undefined ? undefined : Number(written);
}

/** Missing points are no error, so this status means a missing collection: it was replaced. */
const NOT_FOUND = 404;
/** The message of `fetch` when there was no answer. */
const NO_ANSWER = 'fetch failed';

/** Whether a retry may succeed. A timeout is not retried, because it has used too much of the call's time. */
function isTransientAnswer(error: unknown): boolean {
  return (
    isUnavailable(error) && !(error instanceof QdrantClientTimeoutError) && statusOf(error) !== NOT_FOUND
  );
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof QdrantClientTimeoutError || error instanceof QdrantClientResourceExhaustedError)
    return true;
  const status = statusOf(error);
  if (status !== undefined) return status === NOT_FOUND || isTransientStatus(status);
  return messageOf(error) === NO_ANSWER;
}

/** Not by class: an error may come from another realm with its own `Error`. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

export interface QdrantOptions {
  url: string;
  apiKey: string | undefined;
  /** The alias that is read and written, and the prefix of the collections behind it. */
  collection: string;
  /** Undefined: the cluster decides, one shard per node. */
  shardNumber: number | undefined;
  replicationFactor: number;
  /** How many replicas confirm a write before it counts. */
  writeConsistencyFactor: number;
  /** How vectors are compressed in memory. Undefined: the recall policy decides by the size of the index. */
  quantization: Quantization | undefined;
  /** Keeps full vectors on disk; with quantization only the compressed ones stay in memory. */
  onDiskVectors: boolean;
}
