import pg, { type QueryResultRow, type QueryConfig } from 'pg';
import { type CallContext, assertLive } from '../call-context.js';
import { AppError } from '../errors.js';
import type { Logger } from '../logging.js';
import type { ServerOptions } from './server-options.js';

export interface Answer<Row> {
  rows: Row[];
  /** Rows returned or changed. */
  rowCount: number | null;
}

/** The call that a statement is for, or the time of one that takes longer than those of requests. */
type StatementLimit = CallContext | { timeoutMs: number };

/** Postgres, as a server or embedded; only `openDatabase` knows which. */
export interface Engine {
  /**
   * With a call, a statement whose caller no longer waits is not begun, and a server's takes no longer than the caller waits.
   * @throws AppError `cancelled` or `deadline_exceeded` when the call has ended.
   */
  query: <Row extends QueryResultRow>(
    sql: string,
    values?: readonly unknown[],
    limit?: StatementLimit,
  ) => Promise<Answer<Row>>;
  connections: () => { used: number; idle: number; waiting: number };
  close: () => Promise<void>;
}

/** What most need of a database, and migrations of one connection. */
export type Statements = Pick<Engine, 'query'>;

const CONNECT_TIMEOUT_MS = 5_000;
/** Far more than any of our statements needs; frees the connection of one that hangs. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** How long a connection is silent before TCP asks whether the server is still there. */
export const KEEPALIVE_DELAY_MS = 10_000;

/** A Postgres server, through a pool of connections. */
export function openServerEngine(url: string, { poolMax, pooler }: ServerOptions, logger: Logger): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    max: poolMax,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    // PgBouncer refuses it. The client's own limit remains.
    ...(pooler === 'none' && { statement_timeout: STATEMENT_TIMEOUT_MS }),
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection failed'));
  return {
    query: (sql, values = [], limit) => {
      if (limit === undefined) return pool.query(sql, [...values]);
      return 'timeoutMs' in limit
        ? queryWithin(limit.timeoutMs, pool, sql, [...values])
        : queryFor(limit, pool, sql, values);
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/**
 * A pooler such as PgBouncer refuses settings of a session, because a session is not the client's own.
 * @param advice What to do instead.
 */
export function explainPooler(error: unknown, advice: string): unknown {
  if (!(error as Error).message.includes('unsupported startup parameter')) return error;
  return new Error(`The address of the database leads to a connection pooler. ${advice}`, { cause: error });
}

async function queryFor<Row extends QueryResultRow>(
  call: CallContext,
  pool: pg.Pool,
  sql: string,
  values: readonly unknown[],
): Promise<Answer<Row>> {
  assertLive(call);
  try {
    return await onConnection(pool, (client) => {
      assertLive(call);
      const timeoutMs = Math.min(STATEMENT_TIMEOUT_MS, Math.ceil(call.deadlineAt - Date.now()));
      return client.query<Row>({ text: sql, values: [...values], query_timeout: timeoutMs } as QueryConfig);
    });
  } catch (error) {
    assertLive(call);
    throw error;
  }
}

/** One statement in a transaction, so that its time limit ends with it. */
function queryWithin<Row extends QueryResultRow>(
  timeoutMs: number,
  pool: pg.Pool,
  sql: string,
  values: unknown[],
): Promise<Answer<Row>> {
  return onConnection(pool, async (client) => {
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
    const result = await client.query<Row>({ text: sql, values, query_timeout: timeoutMs } as QueryConfig);
    await client.query('COMMIT');
    return result;
  });
}

async function onConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // The statement under way fails as well; without a listener a lost connection would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof AppError)) failure = error as Error;
    throw error;
  } finally {
    client.off('error', ignore);
    // A connection that failed may be in its transaction, and one whose statement timed out is still busy.
    client.release(failure);
  }
}
