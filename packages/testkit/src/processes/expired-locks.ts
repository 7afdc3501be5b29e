import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const LOCK = /\.lock(\.claim)?$/;
/** Older than any lock that still counts. */
const EXPIRED_MS = 60_000;

/**
 * Makes the locks that a killed process left in a folder as old as they are some time later, so that a test does not wait
 * until they are taken over. Nothing that still runs may hold one of them.
 */
export async function expireLocks(dir: string): Promise<void> {
  const expiredAt = new Date(Date.now() - EXPIRED_MS);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (LOCK.test(entry.name)) await utimes(join(entry.parentPath, entry.name), expiredAt, expiredAt);
}
