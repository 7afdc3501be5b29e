import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';

/** A lock that is not refreshed for this long belonged to a process that is gone. */
const STALE_MS = 20_000;
const REFRESH_MS = 4_000;
const RETRY_MS = 250;

export interface BuildLockOptions {
  /** Asked between attempts: true when there is nothing left to do, so the lock is no longer wanted. */
  isDone: () => Promise<boolean>;
  onWait: () => void;
  signal?: AbortSignal | undefined;
}

/**
 * Runs `work` in one process at a time, waiting for another that holds the lock. The signal given to `work` also
 * aborts when the lock is lost, as after a machine's sleep.
 * @returns false when another process did the work meanwhile.
 */
export async function withBuildLock(
  path: string,
  options: BuildLockOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController();
  const release = await acquire(path, options, (error) => lost.abort(error));
  if (release === undefined) return false;
  try {
    await work(options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]));
    return true;
  } finally {
    // A lost lock is no longer ours to release.
    if (!lost.signal.aborted) await release();
  }
}

async function acquire(
  path: string,
  { isDone, onWait, signal }: BuildLockOptions,
  onCompromised: (error: Error) => void,
): Promise<(() => Promise<void>) | undefined> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await lock(path, {
        lockfilePath: path,
        realpath: false,
        stale: STALE_MS,
        update: REFRESH_MS,
        onCompromised,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    }
    onWait();
    await sleep(RETRY_MS, undefined, signal === undefined ? {} : { signal });
    if (await isDone()) return undefined;
  }
}
