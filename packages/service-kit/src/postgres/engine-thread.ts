import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { EngineFiles, EngineSettings, EngineStarted } from './start-engine.js';

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

await main(workerData as EngineFiles | EngineSettings);
