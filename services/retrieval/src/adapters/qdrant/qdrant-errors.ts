import { AppError } from '@imagesearch/service-kit/errors';
import { isTransientStatus } from '@imagesearch/service-kit/resilience/transient-errors';
import { QdrantClientResourceExhaustedError, QdrantClientTimeoutError } from '@qdrant/js-client-rest';

/**
 * Runs one exchange with the server and says what its failure means to a caller: a server that cannot be reached,
 * is busy, or lost a collection under us is a dependency that is down; a request it refuses is a bug of ours.
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

/** Every id that is asked for may be missing, so only a collection can be not found: it was replaced. */
const NOT_FOUND = 404;

/** What fetch says when there was no answer at all. */
const NO_ANSWER = 'fetch failed';

/** Whether the same request may succeed a moment later; a timeout has cost its caller enough. */
export function isTransientAnswer(error: unknown): boolean {
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

/** Not by class: an error may come from another realm, where `Error` is another one. */
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}
