import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { types } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import pg, { type QueryResultRow } from 'pg';
import { assertLive, overdue, type CallContext } from '../call-context.js';
import { AppError } from '../errors.js';
import { lockFolder } from '../files/folder-lock.js';
import { freeBytes, storageFault, writing } from '../files/storage-fault.js';
import { createSemaphore } from '../resilience/semaphore.js';
import type { Answer, Engine } from './engine.js';
import type { EngineReply, EngineTask, Statement, StatementAnswer } from './engine-thread.js';

/** The engine extends its files by more than this. */
const FULL_DISK_BYTES = 1024 * 1024;

/**
 * Opens PGlite on a folder, in a thread: a statement blocks the thread that runs it, and searches go on meanwhile. It has
 * one session, so statements take turns. A failure of the engine itself ends the process, as any uncaught error.
 * @throws Error when another process holds the folder.
 */
export async function openEmbeddedEngine(dir: string): Promise<Engine> {
  const lock = await writing(dir, async () => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return lockFolder(dir);
  });
  try {
    const session = new EngineSession(await openThread(dir));
    lock.restsBy((work) => session.atRest(work));
    return {
      // Nothing else waits for a long statement, so that the session needs no limit of its own.
      query: (sql, values, limit) =>
        session.query(sql, values, limit && 'signal' in limit ? limit : undefined),
      connections: () => session.connections(),
      close: async () => {
        await session.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

class EngineSession {
  readonly #thread: Worker;
  readonly #turns = createSemaphore(1, {
    late: overdue,
    onWaiting: (waiting) => (this.#waiting = waiting),
  });
  #waiting = 0;
  #isClosed = false;
  #onReply: (reply: EngineReply) => void = () => undefined;

  constructor(thread: Worker) {
    this.#thread = thread;
    thread.on('message', (reply: EngineReply) => this.#onReply(reply));
  }

  /** A statement whose caller no longer waits is not begun. */
  async query<Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[] = [],
    call?: CallContext,
  ): Promise<Answer<Row>> {
    if (call !== undefined) assertLive(call);
    return this.#turns.run(async () => {
      if (this.#isClosed) throw new AppError('dependency_unavailable', 'The database is closed.');
      return read<Row>(await this.#send({ sql, values: values.map(textOf) }));
    }, call);
  }

  connections() {
    const used = this.#turns.isFree() ? 0 : 1;
    return { used, idle: 1 - used, waiting: this.#waiting };
  }

  /** Runs work between two statements, when the files hold all that was written. */
  atRest<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.run(async () => {
      await this.#send({ sql: 'CHECKPOINT', values: [] });
      return work();
    });
  }

  async close(): Promise<void> {
    await this.#turns.run(async () => {
      this.#isClosed = true;
      const ended = once(this.#thread, 'exit');
      this.#thread.postMessage('stop');
      await ended;
    });
  }

  async #send(statement: Statement): Promise<StatementAnswer> {
    const reply = await new Promise<EngineReply>((resolve) => {
      this.#onReply = resolve;
      this.#thread.postMessage(statement);
    });
    if ('failure' in reply) throw Object.assign(new Error(reply.failure.message), reply.failure);
    return reply.answer;
  }
}

/** As `pg` writes values for a server. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (types.isDate(value)) return value.toISOString();
  if (types.isUint8Array(value)) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function elementOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value) ?? '';
  const text = textOf(value);
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Reads the values as `pg` reads those of a server. */
function read<Row extends QueryResultRow>({ rows, fields, rowCount }: StatementAnswer): Answer<Row> {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  const objects = rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, parse }, at) => {
        const text = row[at] ?? null;
        return [name, text === null ? null : parse(text)];
      }),
    ),
  );
  // The caller knows the columns of its statement.
  return { rows: objects as Row[], rowCount };
}

/** Its types know the built-in types alone, and it answers for every type. */
const parserOf: (type: number) => (text: string) => unknown = pg.types.getTypeParser;

/**
 * Opens the engine, and lays out its files on the first start, in a thread that ends: the engine needs half a gigabyte for
 * it, and would keep it. A start that was interrupted meanwhile begins again, because the engine does not open half of them.
 * @throws StorageFault when the disk is full: the engine itself aborts without a reason.
 */
async function openThread(dir: string): Promise<Worker> {
  const dataDir = join(dir, 'data');
  const unfinished = join(dir, 'data.unfinished');
  try {
    if (existsSync(unfinished)) await rm(dataDir, { recursive: true, force: true });
    if (!existsSync(dataDir)) {
      await writeFile(unfinished, '');
      const [code] = (await once(startThread({ dataDir, layOutOnly: true }), 'exit')) as [number];
      if (code !== 0) throw new Error(ENDED_EARLY);
    }
    const thread = startThread({ dataDir });
    await opened(thread);
    await rm(unfinished, { force: true });
    return thread;
  } catch (error) {
    const isFull = (await freeBytes(dir)) < FULL_DISK_BYTES;
    // Half of the files would keep the disk full.
    if (existsSync(unfinished)) await rm(dataDir, { recursive: true, force: true });
    throw isFull ? storageFault('ENOSPC', dir, error) : error;
  }
}

const ENDED_EARLY = 'The embedded database ended before it was open.';

/** @throws Error of the engine when it does not start. */
async function opened(thread: Worker): Promise<void> {
  const silent = once(thread, 'exit').then(() => {
    throw new Error(ENDED_EARLY);
  });
  silent.catch(() => undefined);
  await Promise.race([once(thread, 'message'), silent]);
}

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = [
  join(import.meta.dirname, 'engine-thread.js'),
  join(import.meta.dirname, '../../dist/postgres/engine-thread.js'),
].find(existsSync);

function startThread(workerData: EngineTask): Worker {
  if (THREAD === undefined) throw new Error('The thread of the embedded database is not built.');
  // The second compiler of WebAssembly doubles the processor time of a start, and takes 110 MiB at the first one.
  setFlagsFromString('--liftoff-only');
  return new Worker(THREAD, { workerData, execArgv: [] });
}
