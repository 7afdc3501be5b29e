import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

export interface EngineSettings extends EngineFiles {
  /** A Unix-domain socket, or a loopback port. */
  listen: { path: string } | { host: string; port: number };
}

export interface EngineFiles {
  dataDir: string;
}

export interface EngineStarted {
  /** `host:port`, or the path of the socket. */
  address: string;
}

export interface Engine extends EngineStarted {
  close: () => Promise<void>;
}

/**
 * Runs the embedded engine in a thread: a statement blocks the thread that runs it, and searches go on meanwhile.
 * @throws Error of the engine when it does not start; one that fails later ends the process, as any uncaught error.
 */
export async function startEngine(settings: EngineSettings): Promise<Engine> {
  const thread = startThread(settings);
  const silent = once(thread, 'exit').then(() => {
    throw new Error(ENDED_EARLY);
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

/**
 * Lays the files of a new database out, in a thread that ends: the engine needs half a gigabyte for it, and would keep it.
 * @throws Error of the engine.
 */
export async function layOutFiles(files: EngineFiles): Promise<void> {
  const [code] = (await once(startThread(files), 'exit')) as [number];
  if (code !== 0) throw new Error(ENDED_EARLY);
}

const ENDED_EARLY = 'The embedded database ended before it was open.';

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = [
  join(import.meta.dirname, 'engine-thread.js'),
  join(import.meta.dirname, '../../dist/postgres/engine-thread.js'),
].find(existsSync);

/** The engine has its own memory; the objects around it are few, and V8 would let 48 MiB of them gather. */
const YOUNG_OBJECTS_MIB_MAX = 4;

function startThread(workerData: EngineFiles | EngineSettings): Worker {
  if (THREAD === undefined) throw new Error('The thread of the embedded database is not built.');
  // Statements wait for the disk; the second compiler of WebAssembly takes seconds of processor time and 45 MiB.
  setFlagsFromString('--liftoff-only');
  return new Worker(THREAD, {
    workerData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_OBJECTS_MIB_MAX },
  });
}
