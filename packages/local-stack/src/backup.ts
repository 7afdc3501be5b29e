import { resolve, join } from 'node:path';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { loadConfig } from '@imagesearch/retrieval/config';
import { parseConfig, databaseUrl } from '@imagesearch/service-kit/config';
import { printOut, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import { z } from 'zod';
import { dataDirOf, runLocalCommand, OperatorError } from './local-command.js';
import {
  BACKUP_FORMAT,
  type BackupDescription,
  saveIndex,
  type QdrantIndex,
  dumpDatabase,
  isLock,
  isThere,
  KEPT,
  withStoresClosed,
} from './backup-stores.js';

const program = new Command('npm run backup --')
  .description(
    'Copies accounts, catalogue, files and index of DATA_DIR, DATABASE_URL and QDRANT_URL into a new folder.',
  )
  .argument('<folder>', 'folder to make')
  .configureOutput(TERMINAL_OUTPUT)
  .parse();

await runLocalCommand(async () => {
  // npm runs scripts at the repository root and keeps the operator's working folder in INIT_CWD.
  const target = resolve(process.env['INIT_CWD'] ?? '.', program.args[0] ?? '');
  const { DATABASE_URL } = parseConfig(z.object({ DATABASE_URL: databaseUrl }), process.env);
  const { qdrant: index } = loadConfig(process.env);
  await takeBackup({ dataDir: dataDirOf(process.env), databaseUrl: DATABASE_URL, index, target });
  printOut(`Made ${target}.`);
});

interface BackupOptions {
  dataDir: string;
  /** The database of gateway and rights; undefined for the embedded ones, which lie in `dataDir`. */
  databaseUrl: string | undefined;
  /** Undefined for an index of LanceDB, which lies in `dataDir`. */
  index: QdrantIndex | undefined;
  /** A folder that is not there yet. It appears when the backup is whole. */
  target: string;
}

/**
 * Copies what nothing else can replace: accounts, catalogue, files and index. The dump comes before the files, so that no row
 * names a file that the copy lacks.
 * @throws OperatorError; FolderInUseError while a service has an embedded store open.
 */
async function takeBackup({ dataDir, databaseUrl, index, target }: BackupOptions): Promise<void> {
  if (await isThere(target)) throw new OperatorError(`${target} is there already; name a new folder.`);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(join(partial, 'data'), { recursive: true, mode: 0o700 });
  await withStoresClosed(dataDir, async () => {
    if (databaseUrl !== undefined) await dumpDatabase(databaseUrl, join(partial, 'database.dump'));
    for (const name of KEPT) {
      const from = join(dataDir, name);
      if (!(await isThere(from))) continue;
      await cp(from, join(partial, 'data', name), {
        recursive: true,
        preserveTimestamps: true,
        filter: (path) => !isLock(path),
      });
    }
  });
  const description: BackupDescription = {
    format: BACKUP_FORMAT,
    takenAt: new Date().toISOString(),
    hasDatabase: databaseUrl !== undefined,
    index: index && (await saveIndex(index, join(partial, 'index.snapshot'))),
  };
  await writeFile(join(partial, 'backup.json'), `${JSON.stringify(description, null, 2)}\n`);
  await rename(partial, target);
}
