import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FaultyProxy } from '../network/faulty-proxy.js';
import { freePort } from '../network/free-port.js';
import { type Program, startServer } from '../processes/program.js';
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
      await served?.server.kill();
      await home.drop();
    },
  };
}

const CONNECTIONS_MAX = 100;

/** The embedded engine as a server, so that its connections can be cut. */
async function serveEmbedded(dataDir: string): Promise<{ port: number; server: Program }> {
  const library = createRequire(import.meta.url).resolve('@electric-sql/pglite-socket');
  const port = await freePort();
  const script = join(dirname(library), 'scripts/server.js');
  const args = [script, `--db=${dataDir}`, `--port=${port}`, `--max-connections=${CONNECTIONS_MAX}`];
  return { port, server: await startServer(process.execPath, args, port) };
}
