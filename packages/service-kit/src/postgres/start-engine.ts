import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface EngineSettings {
  dataDir: string;
  /** A Unix-domain socket, or a loopback port. */
  listen: { path: string } | { host: string; port: number };
}

export interface EngineStarted {
  /** `host:port`, or the path of the socket. */
  address: string;
}

export interface Engine extends EngineStarted {
  close: () => Promise<void>;
}

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = [
  join(import.meta.dirname, 'engine-thread.js'),
  join(import.meta.dirname, '../../dist/postgres/engine-thread.js'),
].find(existsSync);

/**
 * Runs the embedded engine in a thread: a statement blocks the thread that runs it, and searches go on meanwhile.
 * @throws Error of the engine when it does not start; one that fails later ends the process, as any uncaught error.
 */
export async function startEngine(settings: EngineSettings): Promise<Engine> {
  if (THREAD === undefined) throw new Error('The thread of the embedded database is not built.');
  const thread = new Worker(THREAD, { workerData: settings, execArgv: [] });
  const silent = once(thread, 'exit').then(() => {
    throw new Error('The embedded database ended before it was open.');
  });
  silent.catch(() => undefined);
  const [started] = (await Promise.race([once(thread, 'message'), silent])) as [EngineStarted];
  return {
    ...started,
    close: async () => {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
    },
  };
}
