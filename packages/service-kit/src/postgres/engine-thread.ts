import { parentPort, workerData } from 'node:worker_threads';
import { messages, PGlite, protocol } from '@electric-sql/pglite';

export interface EngineTask {
  dataDir: string;
  /** Only lays the files of a new database out. */
  layOutOnly?: boolean;
}

export interface Statement {
  sql: string;
  /** As Postgres reads them. */
  values: (string | null)[];
}

export interface StatementAnswer {
  /** As Postgres writes them. */
  rows: (string | null)[][];
  fields: { name: string; dataTypeID: number }[];
  rowCount: number;
}

interface Failure {
  message: string;
  /** SQLSTATE */
  code?: string | undefined;
}

/** An error does not keep its own fields when it is sent to another thread. */
export type EngineReply = { answer: StatementAnswer } | { failure: Failure };

/** The default of 128 MB would be allocated in this process at once; the system's file cache serves as well. */
const SHARED_BUFFERS = '16MB';

async function main({ dataDir, layOutOnly = false }: EngineTask): Promise<void> {
  const db = await PGlite.create({ dataDir, postgresqlconf: [`shared_buffers=${SHARED_BUFFERS}`] });
  if (layOutOnly) {
    await dropTemplates(db);
    return db.close();
  }
  parentPort?.on('message', (message: Statement | 'stop') => {
    if (message === 'stop') void db.close().finally(() => process.exit());
    else void reply(db, message).then((made) => parentPort?.postMessage(made));
  });
  parentPort?.postMessage('open');
}

/** No other database is ever made, and the two that one would be made from are most of the thousand files. */
async function dropTemplates(db: PGlite): Promise<void> {
  await db.query('UPDATE pg_database SET datistemplate = false');
  for (const name of ['template0', 'template1']) await db.query(`DROP DATABASE ${name}`);
}

async function reply(db: PGlite, statement: Statement): Promise<EngineReply> {
  try {
    return { answer: await run(db, statement) };
  } catch (error) {
    const { message, code } = error as Failure;
    return { failure: { message, code } };
  }
}

/**
 * In one call of the engine, where its own `query` makes six. Without values the text may hold several statements; the
 * answer is that of the last one.
 */
async function run(db: PGlite, { sql, values }: Statement): Promise<StatementAnswer> {
  const { parse, bind, describe, execute, sync, query } = protocol.serialize;
  const parts =
    values.length === 0
      ? [query(sql)]
      : [parse({ text: sql }), bind({ values }), describe({ type: 'P' }), execute(), sync()];
  const answer: StatementAnswer = { rows: [], fields: [], rowCount: 0 };
  for (const message of (await db.execProtocol(Buffer.concat(parts))).messages) {
    if (message instanceof messages.RowDescriptionMessage) {
      answer.fields = message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
      answer.rows = [];
    } else if (message instanceof messages.DataRowMessage) answer.rows.push(message.fields);
    else if (message instanceof messages.CommandCompleteMessage)
      answer.rowCount = Number(/\d+$/.exec(message.text)?.[0] ?? 0);
  }
  return answer;
}

await main(workerData as EngineTask);
