import { availableParallelism } from 'node:os';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { type StorageCode, storageUnavailable } from '@imagesearch/service-kit/files/storage-fault';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

export type SearchSemaphore = <T>(call: CallContext, search: () => Promise<T>) => Promise<T>;

export interface SearchEvents {
  searchesWaiting: (waiting: number) => void;
  searchStarted: (waitedMs: number) => void;
}

/** Searches are bound by the processor: a hundred at once would slow each other down. */
export function searchSemaphore(events?: SearchEvents): SearchSemaphore {
  const semaphore = createSemaphore(SEARCHES_PER_CORE * availableParallelism(), {
    late: () => tooLate(),
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

/** The engine gives only the system's words; these numbers are those of Linux and macOS. */
const CODES: Readonly<Record<string, StorageCode>> = {
  '13': 'EACCES',
  '28': 'ENOSPC',
  '30': 'EROFS',
  '122': 'EDQUOT',
};

/**
 * Runs a write of the engine.
 * @throws AppError `dependency_unavailable` that names the folder when its disk is full or cannot be written.
 */
export async function writingTable<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const number = /\(os error (?<number>\d+)\)/.exec(String(error))?.groups?.['number'];
    const code = CODES[number ?? ''];
    if (code === undefined) throw error;
    throw storageUnavailable({ dependency: 'index', path: dir, code, cause: error });
  }
}
