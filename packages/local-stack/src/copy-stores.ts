import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, sep } from 'node:path';
import { invalid } from '@imagesearch/service-kit/errors';
import { FOLDER_LOCK_NAME, whileAtRest } from '@imagesearch/service-kit/files/folder-lock';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';

/** The embedded stores in DATA_DIR, the catalogue before the index: what the catalogue has is in the index by then. */
export const STORES = ['gateway/postgres', 'rights/postgres', 'retrieval/lancedb'] as const;

/** Longer than the clock of any disk stands still. */
const CLOCK_STEP_MS = 2_000;

/**
 * Copies each embedded store as it is while nothing writes into it, also when this process has it open. Its holder rests only while
 * the files are copied again that changed during a first copy.
 * @param folder An empty one outside DATA_DIR, by its absolute path: they appear there as in DATA_DIR.
 * @throws AppError `invalid_request` for any other folder; FolderInUseError while another process has one open.
 */
export async function copyStores(dataDir: string, folder: string): Promise<void> {
  if (!isAbsolute(folder) || !(await isEmptyOutside(dataDir, folder)))
    throw invalid({
      loc: ['body', 'folder'],
      msg: 'Expected the absolute path of an empty folder outside the data folder.',
      type: 'value_error',
    });
  for (const store of STORES) {
    const from = join(dataDir, store);
    const to = join(folder, store);
    if (!existsSync(from)) continue;
    const changedSince = Date.now() - CLOCK_STEP_MS;
    await copyFolder(from, to);
    await whileAtRest(from, () => copyFolder(from, to, { changedSince }));
  }
}

async function isEmptyOutside(dataDir: string, folder: string): Promise<boolean> {
  try {
    const [own, given] = [await realpath(dataDir), await realpath(folder)];
    return !`${given}${sep}`.startsWith(`${own}${sep}`) && (await readdir(given)).length === 0;
  } catch {
    return false;
  }
}

/** What belongs to a running process: locks, its address, and files that it is writing. */
const OF_A_PROCESS = new Set<string>([FOLDER_LOCK_NAME, 'operator-port.json', 'incoming']);
const FILES_AT_ONCE = 8;

interface CopyOptions {
  /** Paths that are left out. */
  except?: readonly string[];
  /** Completes an earlier copy: files that changed before, in milliseconds since the epoch, stay, and what is gone is removed. */
  changedSince?: number;
}

/** Copies a file or a folder without what belongs to a running process. What is not there, or goes meanwhile, is left out. */
export async function copyFolder(from: string, to: string, options: CopyOptions = {}): Promise<void> {
  const { except = [], changedSince = -Infinity } = options;
  if (OF_A_PROCESS.has(basename(from)) || except.includes(from)) return;
  const found = await unlessGone(stat(from));
  if (found === undefined) return;
  if (!found.isDirectory()) {
    // Where the disk can, both share their blocks, and the copy takes no time.
    if (found.mtimeMs >= changedSince) await unlessGone(copyFile(from, to, constants.COPYFILE_FICLONE));
    return;
  }
  await mkdir(to, { recursive: true, mode: found.mode });
  const names = (await unlessGone(readdir(from))) ?? [];
  const gone = (await readdir(to)).filter((name) => !names.includes(name));
  await Promise.all(gone.map((name) => rm(join(to, name), { recursive: true })));
  await mapConcurrently(names, FILES_AT_ONCE, (name) =>
    copyFolder(join(from, name), join(to, name), options),
  );
}

async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
