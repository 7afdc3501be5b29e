import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { startServer } from '@imagesearch/testkit/processes/program';

export interface PgBouncer {
  /** The same database through the pooler. */
  url: string;
  close: () => Promise<void>;
}

/** In transaction mode and with its defaults, but with few sessions for many clients. */
export async function startPgBouncer(databaseUrl: string, sessions: number): Promise<PgBouncer> {
  const { hostname, port: serverPort, username } = new URL(databaseUrl);
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(dir, 0o755);
  await writeFile(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
`,
  );
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const server = await startServer('pgbouncer', ['-q', ...asUser, join(dir, 'pgbouncer.ini')], port);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    close: async () => {
      await server.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
