import { resolve, join } from 'node:path';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { OPERATIONS } from '@imagesearch/gateway/accounts/operations';
import { findOperatorPort, performRemotely } from '@imagesearch/gateway/accounts/operator-port';
import { parseConfig, databaseUrl } from '@imagesearch/service-kit/config';
import { printOut, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import { z } from 'zod';
import { dataDirOf, runLocalCommand, OperatorError, unlessEmpty } from './local-command.js';
import {
  BACKUP_FORMAT,
  type BackupDescription,
  readIndexConfig,
  saveIndex,
  type QdrantIndex,
  dumpDatabase,
  isThere,
  KEPT,
} from './backup-stores.js';
import { copyFolder, copyStores, STORES } from './copy-stores.js';

/** The client gives up after so long by itself. */
const COPY_TIMEOUT_MS = 5 * 60_000;

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
  const index = readIndexConfig(process.env);
  const dataDir = dataDirOf(process.env);
  const running = findOperatorPort(dataDir, unlessEmpty(process.env['OPS_TOKEN']));
  const copyEmbedded = async (folder: string): Promise<void> => {
    if (running === undefined) await copyStores(dataDir, folder);
    else await performRemotely(running, COPY_TIMEOUT_MS)(OPERATIONS.copyStores, { folder });
  };
  await takeBackup({ dataDir, databaseUrl: DATABASE_URL, index, target, copyEmbedded });
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
  /** Copies the embedded stores, which one process can open, into a folder. */
  copyEmbedded: (folder: string) => Promise<void>;
}

/**
 * Copies what nothing else can replace: accounts, catalogue, files and index. The catalogue comes first: what it names has its files
 * and, once its ingestion has ended, its place in the index.
 * @throws OperatorError; FolderInUseError while a service of another process has an embedded store open.
 */
async function takeBackup({
  dataDir,
  databaseUrl,
  index,
  target,
  copyEmbedded,
}: BackupOptions): Promise<void> {
  if (await isThere(target)) throw new OperatorError(`${target} is there already; name a new folder.`);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  const data = join(partial, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (databaseUrl !== undefined) await dumpDatabase(databaseUrl, join(partial, 'database.dump'));
  await copyEmbedded(data);
  const stores = STORES.map((store) => join(dataDir, store));
  for (const name of KEPT) await copyFolder(join(dataDir, name), join(data, name), { except: stores });
  const description: BackupDescription = {
    format: BACKUP_FORMAT,
    takenAt: new Date().toISOString(),
    hasDatabase: databaseUrl !== undefined,
    index: index && (await saveIndex(index, join(partial, 'index'))),
  };
  await writeFile(join(partial, 'backup.json'), `${JSON.stringify(description, null, 2)}\n`);
  await rename(partial, target);
}
