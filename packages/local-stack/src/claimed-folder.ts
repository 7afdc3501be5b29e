import { mkdir, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  FOLDER_LOCK_NAME,
  FolderInUseError,
  type FolderLock,
  lockFolder,
} from '@imagesearch/service-kit/files/folder-lock';
import { CommandFailure } from '@imagesearch/service-kit/process/command';

const CLAIM_ATTEMPTS = 5;

/**
 * Runs work in a new folder below one that no other process uses meanwhile; what a killed process left there is removed. What the
 * work does not move elsewhere goes with the folder.
 * @param whatFor What another process does there, for the operator.
 * @throws CommandFailure while another process uses the folder.
 */
export async function inClaimedFolder(
  folder: string,
  whatFor: string,
  work: (own: string) => Promise<void>,
): Promise<void> {
  const lock = await claim(folder).catch((error: unknown) => {
    throw error instanceof FolderInUseError
      ? new CommandFailure(`${whatFor} already; see ${folder}.`)
      : error;
  });
  const empty = async (): Promise<void> => {
    for (const name of await readdir(folder))
      if (name !== FOLDER_LOCK_NAME) await rm(join(folder, name), { recursive: true, force: true });
  };
  try {
    await empty();
    // A name of its own: a service may still copy for a process that was killed.
    await work(await mkdtemp(join(folder, 'run-')));
  } finally {
    await empty();
    await lock.release();
    // Another process may have claimed it in this moment.
    await rmdir(folder).catch(() => undefined);
  }
}

/** Whoever had it before removes it at last, perhaps while this process waits for it. */
async function claim(folder: string, attemptsLeft = CLAIM_ATTEMPTS): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await lockFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attemptsLeft === 1) throw error;
    return await claim(folder, attemptsLeft - 1);
  }
}
