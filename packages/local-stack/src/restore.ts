import { existsSync } from 'node:fs';
import { cp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '@imagesearch/service-kit/process/command';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { checkBackup } from './backup-files.js';
import {
  type BackupDescription,
  inWords,
  KEPT,
  restoreDatabase,
  type Stores,
  storesOf,
} from './backup-stores.js';
import { inClaimedFolder } from './claimed-folder.js';
import { runLocalCommand } from './local-command.js';

await runLocalCommand(
  {
    name: 'npm run restore --',
    description:
      'Puts a backup into an empty DATA_DIR, and into DATABASE_URL and QDRANT_URL where those are empty too.',
  },
  (command, { resolvePath }) =>
    command
      .argument('<folder>', 'folder that npm run backup made', resolvePath)
      .option('--check', 'only say whether the backup is whole; change nothing', false)
      .action((source: string, { check }: { check: boolean }) =>
        check ? sayWhole(source) : restore(source),
      ),
);

async function sayWhole(source: string): Promise<void> {
  const { takenAt, files } = await checkBackup(source);
  printOut(`${source} is whole: ${files.count} files of ${files.bytes} bytes, taken at ${takenAt}.`);
}

async function restore(source: string): Promise<void> {
  const stores = storesOf(process.env);
  await restoreBackup(source, stores);
  printOut(`Restored ${source} into ${stores.dataDir}.`);
}

/**
 * Puts a backup where nothing is. Data that is there is never overwritten. Every step can be repeated until the index serves.
 * @throws CommandFailure
 */
async function restoreBackup(source: string, stores: Stores): Promise<void> {
  const { dataDir, databaseUrl, snapshots } = stores;
  const description = await checkBackup(source);
  requireSameStores(description, stores);
  requireEmpty(dataDir);
  const { index } = description;
  if (index) await inWords(snapshots?.requireRestorable(index));
  const claim = join(dataDir, '.restoring');
  await inClaimedFolder(claim, `A backup is being restored into ${dataDir}`, async (incoming) => {
    requireEmpty(dataDir);
    await cp(join(source, 'data'), incoming, { recursive: true, preserveTimestamps: true });
    if (index) await inWords(snapshots?.upload(index, join(source, 'index')));
    if (databaseUrl !== undefined) await restoreDatabase(databaseUrl, join(source, 'database.dump'));
    if (index) await inWords(snapshots?.serve(index));
    for (const name of await readdir(incoming)) await rename(join(incoming, name), join(dataDir, name));
  });
}

function requireEmpty(dataDir: string): void {
  for (const name of KEPT) {
    if (existsSync(join(dataDir, name)))
      throw new CommandFailure(`${join(dataDir, name)} is there; move it away, or choose another DATA_DIR.`);
  }
}

function requireSameStores(
  { hasDatabase, index }: BackupDescription,
  { databaseUrl, snapshots }: Stores,
): void {
  if (hasDatabase !== (databaseUrl !== undefined))
    throw new CommandFailure(
      hasDatabase
        ? 'This backup holds a database: set DATABASE_URL to an empty one.'
        : 'This backup holds embedded databases: unset DATABASE_URL.',
    );
  if ((index === undefined) !== (snapshots === undefined))
    throw new CommandFailure(
      index === undefined
        ? 'This backup holds no index of Qdrant: unset QDRANT_URL.'
        : 'This backup holds an index of Qdrant: set QDRANT_URL.',
    );
}
