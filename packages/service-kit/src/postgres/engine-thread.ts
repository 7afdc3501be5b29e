import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { EngineFiles, EngineSettings, EngineStarted } from './start-engine.js';
import { createWireServer } from './wire-server.js';

/** The default of 128 MB would be allocated in this process at once; the system's file cache serves as well. */
const SHARED_BUFFERS = '16MB';
const CONNECTIONS_MAX = 4;

/** Opens PGlite, and serves its wire protocol until the parent asks it to stop; or only lays its files out. */
async function main(task: EngineFiles | EngineSettings): Promise<void> {
  const db = await PGlite.create({
    dataDir: task.dataDir,
    postgresqlconf: [`shared_buffers=${SHARED_BUFFERS}`],
  });
  if ('listen' in task) await serve(db, task);
  else await db.close();
}

async function serve(db: PGlite, { listen }: EngineSettings): Promise<void> {
  const server = createWireServer(db, CONNECTIONS_MAX);
  server.listen(listen);
  await once(server, 'listening');
  parentPort?.once('message', () => {
    server.close();
    void db.close().finally(() => process.exit());
  });
  parentPort?.postMessage({ address: addressOf(server.address()) } satisfies EngineStarted);
}

function addressOf(address: AddressInfo | string | null): string {
  return typeof address === 'string' ? address : `${address?.address ?? ''}:${address?.port ?? ''}`;
}

await main(workerData as EngineFiles | EngineSettings);
