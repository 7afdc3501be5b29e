import { join } from 'node:path';
import { startEmbeddedPostgres } from '@imagesearch/service-kit/postgres/embedded-postgres';
import { FaultyProxy } from '../network/faulty-proxy.js';
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
  const url = new URL(home.url ?? 'postgres://postgres:postgres@127.0.0.1/postgres');
  const embedded =
    home.url === undefined ? await startEmbeddedPostgres(join(home.dir, 'postgres')) : undefined;
  const proxy = new FaultyProxy(
    embedded
      ? { path: join(String(embedded.connection.host), '.s.PGSQL.5432') }
      : { host: url.hostname, port: Number(url.port) },
  );
  url.host = `127.0.0.1:${await proxy.open()}`;
  return {
    url: url.href,
    proxy,
    dir: home.dir,
    close: async () => {
      await proxy.close();
      await embedded?.close();
      await home.drop();
    },
  };
}
