import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { EngineSettings, EngineStarted } from './start-engine.js';

/** The default of 128 MB would be allocated in this process at once; the system's file cache serves as well. */
const SHARED_BUFFERS = '16MB';
const CONNECTIONS_MAX = 4;

/** Serves PGlite's wire protocol until the parent asks it to stop. */
async function main({ dataDir, listen }: EngineSettings): Promise<void> {
  const db = await PGlite.create({ dataDir, postgresqlconf: [`shared_buffers=${SHARED_BUFFERS}`] });
  const server = new PGLiteSocketServer({ db, maxConnections: CONNECTIONS_MAX, ...listen });
  await server.start();
  parentPort?.once('message', () => {
    void server
      .stop()
      .then(() => db.close())
      .finally(() => process.exit());
  });
  parentPort?.postMessage({ address: server.getServerConn() } satisfies EngineStarted);
}

await main(workerData as EngineSettings);
