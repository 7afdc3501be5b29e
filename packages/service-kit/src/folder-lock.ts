import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface FolderLock {
  release(): Promise<void>;
}

const LOCK_FILE = 'owner.pid';

/** A claim is created and then filled; an empty one is given this long before it counts as cut off by a crash. */
const FILLING_MS = 500;

/** Folders that this very process holds: a process id cannot tell one engine here from another. */
const heldHere = new Set<string>();

/**
 * Claims a folder for this process, because two engines writing the same files destroy them. A claim whose process
 * is gone (a crash, a kill -9) is taken over.
 * @throws Error naming the process that holds the folder.
 */
export async function lockFolder(dir: string): Promise<FolderLock> {
  const path = join(dir, LOCK_FILE);
  if (heldHere.has(path)) throw new Error(`${dir} is already open in this process.`);
  heldHere.add(path);
  try {
    await claimOrTakeOver(dir, path);
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
  return {
    release: async () => {
      await rm(path, { force: true });
      heldHere.delete(path);
    },
  };
}

async function claimOrTakeOver(dir: string, path: string): Promise<void> {
  if (await claim(path)) return;
  const owner = await readOwner(path);
  if (isRunning(Number(owner)))
    throw new Error(`${dir} is in use by process ${owner}; stop it, or choose another DATA_DIR.`);
  await removeStale(dir, path, owner);
  if (!(await claim(path))) throw claimedJustNow(dir);
}

async function claim(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process id in a claim; empty when it was cut off, or withdrawn meanwhile. */
async function readOwner(path: string): Promise<string> {
  const read = (): Promise<string> => readFile(path, 'utf8').catch(() => '');
  const owner = await read();
  if (owner !== '') return owner;
  await delay(FILLING_MS);
  return read();
}

/**
 * Moves a dead claim out of the way. Of several processes that found the same one only the first may, and a later
 * one would move the first one's fresh claim: so what was moved is looked at, and put back if it is not the dead one.
 */
async function removeStale(dir: string, path: string, owner: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    throw claimedJustNow(dir);
  }
  if ((await readFile(aside, 'utf8')) !== owner) {
    await rename(aside, path);
    throw claimedJustNow(dir);
  }
  await rm(aside, { force: true });
}

function claimedJustNow(dir: string): Error {
  return new Error(`${dir} was claimed by another process just now.`);
}

function isRunning(pid: number): boolean {
  // Our own id in the file is a claim left by an earlier process with the same id, as in a container, where it is always 1.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
