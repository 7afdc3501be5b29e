import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER_LOCK_NAME } from '@imagesearch/service-kit/files/folder-lock';

/** A copy that one process may open and change. */
export async function copyOfData(dataDir: string): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-side-'));
  await cp(dataDir, dir, {
    recursive: true,
    filter: (path) => !path.includes(FOLDER_LOCK_NAME) && !path.endsWith('owner.pid'),
  });
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
