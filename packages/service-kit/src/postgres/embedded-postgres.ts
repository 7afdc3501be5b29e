import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { ClientConfig } from 'pg';
import { lockFolder, type FolderLock } from '../files/folder-lock.js';

export interface EmbeddedPostgres {
  connection: Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>;
  close(): Promise<void>;
}

/** The default of 128 MB would be allocated in this process at once; the system's file cache serves as well. */
const SHARED_BUFFERS = '16MB';

/** The name that libpq expects for the socket of port 5432. */
const SOCKET_FILE = '.s.PGSQL.5432';

/**
 * Serves PGlite's wire protocol on a Unix-domain socket, or on loopback under Windows.
 * @throws Error when another process holds the folder.
 */
export async function startEmbeddedPostgres(dir: string): Promise<EmbeddedPostgres> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dir);
  try {
    return await startLocked(dir, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(dir: string, lock: FolderLock): Promise<EmbeddedPostgres> {
  const socketDir = await mkdtemp(join(tmpdir(), 'imagesearch-pg-'));
  const db = await PGlite.create({
    dataDir: join(dir, 'data'),
    postgresqlconf: [`shared_buffers=${SHARED_BUFFERS}`],
  });
  const overUnixSocket = process.platform !== 'win32';
  const server = new PGLiteSocketServer({
    db,
    maxConnections: 4,
    ...(overUnixSocket ? { path: join(socketDir, SOCKET_FILE) } : { host: '127.0.0.1', port: 0 }),
  });
  await server.start();

  return {
    connection: {
      ...(overUnixSocket ? { host: socketDir } : loopbackAddress(server.getServerConn())),
      user: 'postgres',
      password: 'postgres',
      database: 'postgres',
      ssl: false,
    },
    close: async () => {
      await server.stop();
      await db.close();
      await rm(socketDir, { recursive: true, force: true });
      await lock.release();
    },
  };
}

function loopbackAddress(address: string): { host: string; port: number } {
  const [host = '127.0.0.1', port = '5432'] = address.split(':');
  return { host, port: Number(port) };
}
