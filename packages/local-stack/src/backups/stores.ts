import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_LOCK_NAME, lockFolder, type FolderLock } from '@imagesearch/service-kit/files/folder-lock';

/** The folders of DATA_DIR that nothing else can replace, and the small files beside them. */
export const KEPT = ['gateway', 'rights', 'retrieval', 'service-token', 'demo.json'] as const;

/** Embedded stores, each locked by the service that has it open. */
const LOCKED = ['gateway/postgres', 'rights/postgres', 'retrieval/lancedb'];

/** Not for a copy: it belongs to the process that holds it. */
export const isLock = (path: string): boolean => path.endsWith(`/${FOLDER_LOCK_NAME}`);

/** Keeps every service from the embedded stores meanwhile. @throws FolderInUseError while one of them is open. */
export async function withStoresClosed(dataDir: string, work: () => Promise<void>): Promise<void> {
  const locks: FolderLock[] = [];
  try {
    for (const folder of LOCKED) {
      const dir = join(dataDir, folder);
      if (await isThere(dir)) locks.push(await lockFolder(dir));
    }
    await work();
  } finally {
    for (const lock of locks) await lock.release();
  }
}

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
