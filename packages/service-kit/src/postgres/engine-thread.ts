import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { EngineSettings, EngineStarted } from './start-engine.js';
import { createWireServer } from './wire-server.js';

/** The default of 128 MB would be allocated in this process at once; the system's file cache serves as well. */
const SHARED_BUFFERS = '16MB';
const CONNECTIONS_MAX = 4;

/** Serves PGlite's wire protocol until the parent asks it to stop. */
async function main({ dataDir, listen }: EngineSettings): Promise<void> {
  const db = await PGlite.create({ dataDir, postgresqlconf: [`shared_buffers=${SHARED_BUFFERS}`] });
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

await main(workerData as EngineSettings);
