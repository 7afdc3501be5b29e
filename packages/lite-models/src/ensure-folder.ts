import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveIntoPlace } from '@imagesearch/service-kit/files/atomic-file';
import { withLock } from '@imagesearch/service-kit/files/folder-lock';

export interface EnsureFolderOptions {
  /** Where the folder is, or shall be. */
  parent: string;
  name: string;
  /** True when the folder holds what it should, undamaged. */
  isWhole: (dir: string) => Promise<boolean>;
  /** Fills a new folder; must stop when the signal aborts. */
  build: (dir: string, signal: AbortSignal) => Promise<void>;
  /** Called while another process holds the lock. */
  onWait: () => void;
  signal?: AbortSignal | undefined;
}

/**
 * Sees to it that a folder is there and whole. It is built beside its final place and renamed, so that a kill at any
 * moment leaves a folder that is whole, missing or noticed to be damaged; and by one process at a time.
 */
export async function ensureFolder(options: EnsureFolderOptions): Promise<void> {
  const { parent, name, isWhole } = options;
  const dir = join(parent, name);
  const isDone = () => isWhole(dir);
  // First without writing, so that a finished folder may lie on a read-only disk.
  if (await isDone()) return;
  await mkdir(parent, { recursive: true });
  await withLock(join(parent, `${name}.lock`), { ...options, isDone }, async (signal) => {
    // Another process may have finished between the first look and the lock.
    if (!(await isDone())) await rebuild(options, signal);
  });
  if (!(await isDone())) throw new Error(`${dir} was damaged while it was built.`);
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
