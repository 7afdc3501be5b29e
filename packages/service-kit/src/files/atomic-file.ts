import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface AtomicFileOptions {
  mode?: number;
  /** Folder of the unfinished file, on the same disk; by default the folder of the file. */
  unfinishedDir?: string;
}

/** A reader finds the old file or the new one, at any moment and after any crash. Durable when this resolves. */
export async function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  { mode, unfinishedDir = dirname(path) }: AtomicFileOptions = {},
): Promise<void> {
  // Random, because process ids are equal in containers that share a disk.
  const unfinished = join(unfinishedDir, `${basename(path)}.${randomBytes(UNIQUE_BYTES).toString('hex')}`);
  try {
    const file = await open(unfinished, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveIntoPlace(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    // A write to an open file does not say which file it is.
    if (error instanceof Error && 'code' in error) Object.assign(error, { path });
    throw error;
  }
}

/** Renames on the same disk, durably. Replaces a file but not a folder. Creates the target's folder. */
export async function moveIntoPlace(finished: string, path: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await rename(finished, path);
  await syncFolder(folder);
}

const UNIQUE_BYTES = 8;

/** Without this a power cut can lose the new name although the bytes are on disk. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
