import { AppError } from '@imagesearch/service-kit/errors';
import { QdrantClientResourceExhaustedError, QdrantClientTimeoutError } from '@qdrant/js-client-rest';

/**
 * Runs one exchange with the server and says what its failure means to a caller: a server that cannot be reached,
 * is busy, or lost a collection under us is a dependency that is down; a request it refuses is a bug of ours.
 */
export async function asking<T>(exchange: () => Promise<T>): Promise<T> {
  try {
    return await exchange();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new AppError('dependency_unavailable', 'The vector database is unavailable.', {
      ctx: { service: 'qdrant' },
      cause: error,
    });
  }
}

/** The HTTP status that the server answered with; undefined when it did not answer. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('status' in error && typeof error.status === 'number') return error.status;
  const written =
    error instanceof Error ? /^Unexpected Response: (\d{3})/.exec(error.message)?.[1] : undefined;
  return written === undefined ? undefined : Number(written);
}

/** 404 is among them because every id that is asked for may be missing, so only a collection can be: it was replaced. */
const RETRYABLE_STATUSES = new Set([404, 408, 429]);

function isUnavailable(error: unknown): boolean {
  if (error instanceof QdrantClientTimeoutError || error instanceof QdrantClientResourceExhaustedError)
    return true;
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || RETRYABLE_STATUSES.has(status);
  // What fetch throws when there was no answer at all.
  return error instanceof TypeError && error.message === 'fetch failed';
}
