import { resolve, join } from 'node:path';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { parseConfig, databaseUrl } from '@imagesearch/service-kit/config';
import { printOut, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import { z } from 'zod';
import { dataDirOf, runLocalCommand, OperatorError } from './local-command.js';
import {
  backupDescription,
  type BackupDescription,
  IndexRestore,
  type QdrantIndex,
  readIndexConfig,
  restoreDatabase,
  isThere,
  KEPT,
} from './backup-stores.js';

const program = new Command('npm run restore --')
  .description(
    'Puts a backup into an empty DATA_DIR, and into DATABASE_URL and QDRANT_URL where those are empty too.',
  )
  .argument('<folder>', 'folder that npm run backup made')
  .configureOutput(TERMINAL_OUTPUT)
  .parse();

await runLocalCommand(async () => {
  // npm runs scripts at the repository root and keeps the operator's working folder in INIT_CWD.
  const source = resolve(process.env['INIT_CWD'] ?? '.', program.args[0] ?? '');
  const { DATABASE_URL } = parseConfig(z.object({ DATABASE_URL: databaseUrl }), process.env);
  const dataDir = dataDirOf(process.env);
  const index = readIndexConfig(process.env);
  await restoreBackup({ source, dataDir, databaseUrl: DATABASE_URL, index });
  printOut(`Restored ${source} into ${dataDir}.`);
});

interface RestoreOptions {
  source: string;
  dataDir: string;
  /** Required for a backup with a database. */
  databaseUrl: string | undefined;
  /** Required for a backup with an index of Qdrant. */
  index: QdrantIndex | undefined;
}

/**
 * Puts a backup where nothing is. Data that is there is never overwritten.
 * @throws OperatorError
 */
async function restoreBackup({ source, dataDir, databaseUrl, index }: RestoreOptions): Promise<void> {
  const description = await describe(source);
  requireSameStores(description, { databaseUrl, index });
  for (const name of KEPT) {
    if (await isThere(join(dataDir, name)))
      throw new OperatorError(`${join(dataDir, name)} is there; move it away, or choose another DATA_DIR.`);
  }
  const restore = index && description.index && new IndexRestore(index, description.index);
  await restore?.check();
  const incoming = join(dataDir, '.restoring');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await cp(join(source, 'data'), incoming, { recursive: true, preserveTimestamps: true });
  await restore?.upload(join(source, 'index'));
  if (databaseUrl !== undefined) await restoreDatabase(databaseUrl, join(source, 'database.dump'));
  await restore?.serve();
  for (const name of await readdir(incoming)) await rename(join(incoming, name), join(dataDir, name));
  await rm(incoming, { recursive: true });
}

function requireSameStores(
  { hasDatabase, index: saved }: BackupDescription,
  { databaseUrl, index }: Pick<RestoreOptions, 'databaseUrl' | 'index'>,
): void {
  if (hasDatabase !== (databaseUrl !== undefined))
    throw new OperatorError(
      hasDatabase
        ? 'This backup holds a database: set DATABASE_URL to an empty one.'
        : 'This backup holds embedded databases: unset DATABASE_URL.',
    );
  if ((saved === undefined) !== (index === undefined))
    throw new OperatorError(
      saved === undefined
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
