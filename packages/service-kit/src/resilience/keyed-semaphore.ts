import { createSemaphore, type Semaphore, type SemaphoreOptions, type WaitLimit } from './semaphore.js';

/** Bounds how much runs at once for each key. A key without work takes no memory. */
export interface KeyedSemaphore {
  /** @throws AppError `overloaded` when the key's queue is full; `cancelled` or `deadline_exceeded` when the call ends while it waits. */
  run<Result>(key: string, work: () => Promise<Result>, call?: WaitLimit): Promise<Result>;
}

export function createKeyedSemaphore(permits: number, options: SemaphoreOptions = {}): KeyedSemaphore {
  const semaphores = new Map<string, { semaphore: Semaphore; users: number }>();
  return {
    run: async (key, work, call) => {
      const used = semaphores.get(key) ?? { semaphore: createSemaphore(permits, options), users: 0 };
      semaphores.set(key, used);
      used.users += 1;
      try {
        return await used.semaphore.run(work, call);
      } finally {
        used.users -= 1;
        if (used.users === 0) semaphores.delete(key);
      }
    },
  };
}
