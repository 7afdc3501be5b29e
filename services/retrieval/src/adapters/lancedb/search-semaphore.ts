import { availableParallelism } from 'node:os';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import pLimit from 'p-limit';

/** Runs a search when the semaphore lets it, unless nobody waits for it any more. */
export type SearchSemaphore = <T>(call: CallContext, search: () => Promise<T>) => Promise<T>;

/** A search is bound by the processor: without a semaphore, a hundred at once would all end last. */
export function searchSemaphore(): SearchSemaphore {
  const semaphore = pLimit(SEARCHES_PER_CORE * availableParallelism());
  return (call, search) =>
    semaphore(async () => {
      if (call.signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
      if (isLate(call)) throw tooLate();
      try {
        return await search();
      } catch (error) {
        // The engine stops a query at its deadline with an error that only its text would tell from others.
        throw isLate(call) ? tooLate(error) : error;
      }
    });
}

/** Enough to keep the cores busy while some searches wait for the disk. */
const SEARCHES_PER_CORE = 4;

function isLate({ deadlineAt }: CallContext): boolean {
  return Date.now() >= deadlineAt;
}

function tooLate(cause?: unknown): AppError {
  return new AppError('deadline_exceeded', 'The index was too busy to answer in time.', { cause });
}
