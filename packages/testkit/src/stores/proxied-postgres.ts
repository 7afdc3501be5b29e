import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { FaultyProxy } from '../network/faulty-proxy.js';
import { freePort } from '../network/free-port.js';
import { until } from '../processes/until.js';
import type { DatabaseEngine } from './databases.js';

/** An empty database behind a proxy, which a test can cut off. */
export interface ProxiedPostgres {
  /** Address of the proxy, as a service reads it from `DATABASE_URL`. */
  url: string;
  proxy: FaultyProxy;
  /** Where the test may keep other files. */
  dir: string;
  close: () => Promise<void>;
}

export async function startProxiedPostgres(engine: DatabaseEngine): Promise<ProxiedPostgres> {
  const home = await engine.create();
  const served = home.url === undefined ? await serveEmbedded(join(home.dir, 'postgres/data')) : undefined;
  const url = new URL(home.url ?? 'postgres://postgres:postgres@127.0.0.1/postgres');
  const proxy = new FaultyProxy({ host: url.hostname, port: served?.port ?? Number(url.port) });
  url.host = `127.0.0.1:${await proxy.open()}`;
  return {
    url: url.href,
    proxy,
    dir: home.dir,
    close: async () => {
      await proxy.close();
      await served?.close();
      await home.drop();
    },
  };
}

const CONNECTIONS_MAX = 100;

/** The embedded engine as a server, so that its connections can be cut. */
async function serveEmbedded(dataDir: string): Promise<{ port: number; close: () => Promise<void> }> {
  const library = createRequire(import.meta.url).resolve('@electric-sql/pglite-socket');
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      join(dirname(library), 'scripts/server.js'),
      `--db=${dataDir}`,
      `--port=${port}`,
      `--max-connections=${CONNECTIONS_MAX}`,
    ],
    { stdio: 'ignore' },
  );
  await until(() => accepts(port));
  return {
    port,
    close: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
