import { constants, existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FOLDER_LOCK_NAME, whileAtRest } from '@imagesearch/service-kit/files/folder-lock';

/** The embedded stores in DATA_DIR, the catalogue before the index: what the catalogue has is in the index by then. */
export const STORES = ['gateway/postgres', 'rights/postgres', 'retrieval/lancedb'] as const;

/**
 * Copies each embedded store while nothing writes into it, also when this process has it open.
 * @param folder Where they appear as in DATA_DIR.
 * @throws FolderInUseError while another process has one open.
 */
export async function copyStores(dataDir: string, folder: string): Promise<void> {
  for (const store of STORES) {
    const from = join(dataDir, store);
    if (existsSync(from)) await whileAtRest(from, () => copyFolder(from, join(folder, store)));
  }
}

/** What belongs to a running process: locks, its address, and files that it is writing. */
const OF_A_PROCESS = new Set<string>([FOLDER_LOCK_NAME, 'operator-port.json', 'incoming']);

/** Copies a file or a folder, if it is there, without what belongs to a running process. */
export async function copyFolder(from: string, to: string, except: readonly string[] = []): Promise<void> {
  if (!existsSync(from)) return;
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    // Where the disk can, both share their blocks, and the copy takes no time.
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !OF_A_PROCESS.has(basename(path)) && !except.includes(path),
  });
}
