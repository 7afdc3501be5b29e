import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { freeBytes, storageFault, writing } from '../files/storage-fault.js';
import { lockFolder, type FolderLock } from '../files/folder-lock.js';
import { layOutFiles, startEngine, type Engine, type EngineSettings } from './start-engine.js';

export interface EmbeddedPostgres {
  connection: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;
  close(): Promise<void>;
}

/** The engine extends its files by more than this. */
const FULL_DISK_BYTES = 1024 * 1024;

/** The name that libpq expects for the socket of port 5432. */
const SOCKET_FILE = '.s.PGSQL.5432';

/**
 * Serves PGlite's wire protocol on a Unix-domain socket, or on loopback under Windows.
 * @throws Error when another process holds the folder.
 */
export async function startEmbeddedPostgres(dir: string): Promise<EmbeddedPostgres> {
  const lock = await writing(dir, async () => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return lockFolder(dir);
  });
  try {
    return await startLocked(dir, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(dir: string, lock: FolderLock): Promise<EmbeddedPostgres> {
  const socketDir = await mkdtemp(join(tmpdir(), 'imagesearch-pg-'));
  const overUnixSocket = process.platform !== 'win32';
  const engine = await openEngine(
    dir,
    overUnixSocket ? { path: join(socketDir, SOCKET_FILE) } : { host: '127.0.0.1', port: 0 },
  );
  return {
    connection: {
      ...(overUnixSocket ? { host: socketDir } : loopbackAddress(engine.address)),
      user: 'postgres',
      password: 'postgres',
      database: 'postgres',
      ssl: false,
    },
    close: async () => {
      await engine.close();
      await rm(socketDir, { recursive: true, force: true });
      await lock.release();
    },
  };
}

/**
 * Opens the engine, and lays out its files on the first start. A start that was interrupted meanwhile begins again,
 * because the engine does not open half of them.
 * @throws StorageFault when the disk is full: the engine itself aborts without a reason.
 */
async function openEngine(dir: string, listen: EngineSettings['listen']): Promise<Engine> {
  const dataDir = join(dir, 'data');
  const unfinished = join(dir, 'data.unfinished');
  try {
    if (await exists(unfinished)) await rm(dataDir, { recursive: true, force: true });
    if (!(await exists(dataDir))) {
      await writeFile(unfinished, '');
      await layOutFiles({ dataDir });
    }
    const engine = await startEngine({ dataDir, listen });
    await rm(unfinished, { force: true });
    return engine;
  } catch (error) {
    const isFull = (await freeBytes(dir)) < FULL_DISK_BYTES;
    // Half of the files would keep the disk full.
    if (await exists(unfinished)) await rm(dataDir, { recursive: true, force: true });
    throw isFull ? storageFault('ENOSPC', dir, error) : error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function loopbackAddress(address: string): { host: string; port: number } {
  const [host = '127.0.0.1', port = '5432'] = address.split(':');
  return { host, port: Number(port) };
}
