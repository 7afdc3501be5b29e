import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveIntoPlace } from '@imagesearch/service-kit/files/atomic-file';
import { withLock } from '@imagesearch/service-kit/files/folder-lock';

export interface EnsureFolderOptions {
  /** Path of the folder. */
  parent: string;
  name: string;
  /** True when the folder is complete and undamaged. */
  isWhole: (dir: string) => Promise<boolean>;
  /** Fills a new folder; must stop when the signal aborts. */
  build: (dir: string, signal: AbortSignal) => Promise<void>;
  /** Called while another process holds the lock. */
  onWait: () => void;
  signal?: AbortSignal | undefined;
}

/**
 * Builds a folder unless it is complete. One process at a time builds it under a temporary name and renames it, so that a
 * crash never leaves an incomplete folder that looks complete.
 */
export async function ensureFolder(options: EnsureFolderOptions): Promise<void> {
  const { parent, name, isWhole } = options;
  const dir = join(parent, name);
  const isDone = () => isWhole(dir);
  // Checked before any write, so that a complete folder may be on a read-only disk.
  if (await isDone()) return;
  await mkdir(parent, { recursive: true });
  await withLock(join(parent, `${name}.lock`), { ...options, isDone }, async (signal) => {
    // Another process may have built it before this one got the lock.
    if (!(await isDone())) await rebuild(options, signal);
  });
  if (!(await isDone())) throw new Error(`${dir} is incomplete after its build.`);
}

async function rebuild({ parent, name, build }: EnsureFolderOptions, signal: AbortSignal): Promise<void> {
  const unfinishedPrefix = `${name}.building-`;
  for (const entry of await readdir(parent)) {
    // Left by a process that was killed; only the holder of the lock builds.
    if (entry.startsWith(unfinishedPrefix)) await rm(join(parent, entry), { recursive: true, force: true });
  }
  const unfinished = join(parent, `${unfinishedPrefix}${randomBytes(6).toString('hex')}`);
  try {
    await build(unfinished, signal);
    signal.throwIfAborted();
    await rm(join(parent, name), { recursive: true, force: true });
    await moveIntoPlace(unfinished, join(parent, name));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
