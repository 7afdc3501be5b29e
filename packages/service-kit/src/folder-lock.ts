import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderLock {
  release(): Promise<void>;
}

const LOCK_FILE = 'owner.pid';

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
  if (!(await claim(path))) {
    const owner = Number.parseInt(await readFile(path, 'utf8'), 10);
    if (isRunning(owner)) {
      throw new Error(`${dir} is in use by process ${owner}; stop it, or choose another DATA_DIR.`);
    }
    await rm(path, { force: true });
    if (!(await claim(path))) throw new Error(`${dir} was claimed by another process just now.`);
  }
  heldHere.add(path);
  return {
    release: async () => {
      heldHere.delete(path);
      await rm(path, { force: true });
    },
  };
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

function isRunning(pid: number): boolean {
  // Our own id in the file is a claim left by an earlier process with the same id, as in a container, where it is always 1.
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
