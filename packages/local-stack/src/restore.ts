import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import {
  backupDescription,
  type BackupDescription,
  folderOf,
  inWords,
  KEPT,
  restoreDatabase,
  type Stores,
  storesOf,
} from './backup-stores.js';
import { OperatorError, runLocalCommand } from './local-command.js';

const source = folderOf(
  new Command('npm run restore --')
    .description(
      'Puts a backup into an empty DATA_DIR, and into DATABASE_URL and QDRANT_URL where those are empty too.',
    )
    .argument('<folder>', 'folder that npm run backup made'),
);

await runLocalCommand(async () => {
  const stores = storesOf(process.env);
  await restoreBackup(source, stores);
  printOut(`Restored ${source} into ${stores.dataDir}.`);
});

/**
 * Puts a backup where nothing is. Data that is there is never overwritten. Every step can be repeated until the index serves.
 * @throws OperatorError
 */
async function restoreBackup(source: string, stores: Stores): Promise<void> {
  const { dataDir, databaseUrl, snapshots } = stores;
  const description = await describe(source);
  requireSameStores(description, stores);
  for (const name of KEPT) {
    if (existsSync(join(dataDir, name)))
      throw new OperatorError(`${join(dataDir, name)} is there; move it away, or choose another DATA_DIR.`);
  }
  const { index } = description;
  if (index) await inWords(snapshots?.requireRestorable(index));
  const incoming = join(dataDir, '.restoring');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await cp(join(source, 'data'), incoming, { recursive: true, preserveTimestamps: true });
  if (index) await inWords(snapshots?.upload(index, join(source, 'index')));
  if (databaseUrl !== undefined) await restoreDatabase(databaseUrl, join(source, 'database.dump'));
  if (index) await inWords(snapshots?.serve(index));
  for (const name of await readdir(incoming)) await rename(join(incoming, name), join(dataDir, name));
  await rm(incoming, { recursive: true });
}

function requireSameStores(
  { hasDatabase, index }: BackupDescription,
  { databaseUrl, snapshots }: Stores,
): void {
  if (hasDatabase !== (databaseUrl !== undefined))
    throw new OperatorError(
      hasDatabase
        ? 'This backup holds a database: set DATABASE_URL to an empty one.'
        : 'This backup holds embedded databases: unset DATABASE_URL.',
    );
  if ((index === undefined) !== (snapshots === undefined))
    throw new OperatorError(
      index === undefined
        ? 'This backup holds no index of Qdrant: unset QDRANT_URL.'
        : 'This backup holds an index of Qdrant: set QDRANT_URL.',
    );
}

async function describe(source: string): Promise<BackupDescription> {
  const text = await readFile(join(source, 'backup.json'), 'utf8').catch(() => {
    throw new OperatorError(`${source} is not a complete backup: it has no backup.json.`);
  });
  const { data } = backupDescription.safeParse(JSON.parse(text));
  if (data === undefined) throw new OperatorError(`${source} was made by another version.`);
  return data;
}
