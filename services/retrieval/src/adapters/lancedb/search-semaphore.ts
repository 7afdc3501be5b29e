import { availableParallelism } from 'node:os';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

export type SearchSemaphore = <T>(call: CallContext, search: () => Promise<T>) => Promise<T>;

export interface SearchEvents {
  searchesWaiting: (waiting: number) => void;
  searchStarted: (waitedMs: number) => void;
}

/** Searches are bound by the processor: a hundred at once would slow each other down. */
export function searchSemaphore(events?: SearchEvents): SearchSemaphore {
  const semaphore = createSemaphore(SEARCHES_PER_CORE * availableParallelism(), {
    lateMessage: LATE,
    ...(events && { onWaiting: events.searchesWaiting, onStart: events.searchStarted }),
  });
  return (call, search) =>
    semaphore.run(async () => {
      if (isLate(call)) throw tooLate();
      try {
        return await search();
      } catch (error) {
        // At the deadline the engine throws an error that only its text distinguishes from others.
        throw isLate(call) ? tooLate(error) : error;
      }
    }, call);
}

/** Keeps the cores busy while some searches wait for the disk. */
const SEARCHES_PER_CORE = 4;

const LATE = 'The index was too busy to answer in time.';

function isLate({ deadlineAt }: CallContext): boolean {
  return Date.now() >= deadlineAt;
}

function tooLate(cause?: unknown): AppError {
  return new AppError('deadline_exceeded', LATE, { cause });
}
