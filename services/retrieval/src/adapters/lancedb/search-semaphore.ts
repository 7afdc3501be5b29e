import { availableParallelism } from 'node:os';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

/** Runs a search when a permit is free, unless its caller no longer waits. */
export type SearchSemaphore = <T>(call: CallContext, search: () => Promise<T>) => Promise<T>;

/** A search is bound by the processor: without a limit, a hundred at once would all end last. */
export function searchSemaphore(): SearchSemaphore {
  const semaphore = createSemaphore(SEARCHES_PER_CORE * availableParallelism(), { lateMessage: LATE });
  return (call, search) =>
    semaphore.run(async () => {
      if (isLate(call)) throw tooLate();
      try {
        return await search();
      } catch (error) {
        // The engine stops a query at its deadline with an error that only its text would tell from others.
        throw isLate(call) ? tooLate(error) : error;
      }
    }, call);
}

/** Enough to keep the cores busy while some searches wait for the disk. */
const SEARCHES_PER_CORE = 4;

const LATE = 'The index was too busy to answer in time.';

function isLate({ deadlineAt }: CallContext): boolean {
  return Date.now() >= deadlineAt;
}

function tooLate(cause?: unknown): AppError {
  return new AppError('deadline_exceeded', LATE, { cause });
}
