import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOperatorPort } from '@imagesearch/gateway/accounts/operator-port';
import { performRemotely } from '@imagesearch/gateway/accounts/remote';
import { givenIn } from '@imagesearch/service-kit/config';
import { CommandFailure } from '@imagesearch/service-kit/process/command';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import {
  BACKUP_FORMAT,
  type BackupDescription,
  dumpDatabase,
  inWords,
  KEPT,
  type Stores,
  storesOf,
} from './backup-stores.js';
import { DESCRIPTION, listFiles } from './backup-files.js';
import { inClaimedFolder } from './claimed-folder.js';
import { copyFolder, copyStores, STORES } from './copy-stores.js';
import { runLocalCommand } from './local-command.js';

/** The client gives up after so long by itself. */
const COPY_TIMEOUT_MS = 5 * 60_000;

await runLocalCommand(
  {
    name: 'npm run backup --',
    description:
      'Copies accounts, catalogue, files and index of DATA_DIR, DATABASE_URL and QDRANT_URL into a new folder.',
  },
  (command, { resolvePath }) =>
    command.argument('<folder>', 'folder to make', resolvePath).action(async (target: string) => {
      await takeBackup(storesOf(process.env), target);
      printOut(`Made ${target}.`);
    }),
);

/**
 * Copies what nothing else can replace: accounts, catalogue, files and index. The catalogue comes first: what it names has its files
 * and, once its ingestion has ended, its place in the index.
 * @param target A folder that is not there yet. It appears when the backup is whole; until then its place is claimed by
 * `<target>.partial`, in which it is made.
 * @throws CommandFailure; FolderInUseError while a service of another process has an embedded store open.
 */
async function takeBackup(stores: Stores, target: string): Promise<void> {
  requireNew(target);
  await inClaimedFolder(`${target}.partial`, `A backup into ${target} is being made`, async (partial) => {
    requireNew(target);
    await copyAll(stores, partial);
    await rename(partial, target);
  });
}

function requireNew(target: string): void {
  if (existsSync(target)) throw new CommandFailure(`${target} is there already; name a new folder.`);
}

async function copyAll({ dataDir, databaseUrl, snapshots }: Stores, partial: string): Promise<void> {
  const [data, index] = [join(partial, 'data'), join(partial, 'index')];
  await mkdir(data, { mode: 0o700 });
  if (databaseUrl !== undefined) await dumpDatabase(databaseUrl, join(partial, 'database.dump'));
  await copyEmbedded(dataDir, data);
  const stores = STORES.map((store) => join(dataDir, store));
  for (const name of KEPT) await copyFolder(join(dataDir, name), join(data, name), { except: stores });
  if (snapshots !== undefined) await mkdir(index);
  const saved = await inWords(snapshots?.save(index));
  const description: BackupDescription = {
    format: BACKUP_FORMAT,
    takenAt: new Date().toISOString(),
    files: await listFiles(partial),
    hasDatabase: databaseUrl !== undefined,
    index: saved,
  };
  await writeFile(join(partial, DESCRIPTION), `${JSON.stringify(description, null, 2)}\n`);
}

/** The embedded stores, which one process can open: a gateway that runs copies its own. */
async function copyEmbedded(dataDir: string, folder: string): Promise<void> {
  const running = findOperatorPort(dataDir, givenIn(process.env)['OPS_TOKEN']);
  if (running === undefined) await copyStores(dataDir, folder);
  else await performRemotely(running, COPY_TIMEOUT_MS)('copy-stores', { folder });
}
