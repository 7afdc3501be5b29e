import pg, { type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { assertLive, type CallContext } from '../call-context.js';
import { AppError } from '../errors.js';
import { reachingDatabase } from './database-errors.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import type { Logger } from '../logging.js';
import type { Registry } from '../metrics.js';
import { migrate } from './migrate.js';
import { observePool } from './pool-metrics.js';

export interface DatabaseOptions {
  /** A Postgres server; unset selects the embedded engine. */
  url: string | undefined;
  /** Folder of the embedded engine's files. */
  embeddedDir: string;
  /** The service's schema, with all of its migrations and tables. */
  schema: string;
  /** Folder of numbered, forward-only `.sql` files. */
  migrationsDir: string;
  /**
   * Folders of `.sql` files with one function, trigger or view each. A changed file is applied after the migrations, so
   * it must be repeatable. A migration must drop the objects of a removed file.
   */
  functionsDirs?: readonly string[];
  logger: Logger;
  /** Where the metrics of the pool go. */
  metrics?: Registry;
}

export interface Database {
  /**
   * With a call, a statement whose caller no longer waits is not begun, and none takes longer than the caller waits.
   * @throws AppError `dependency_unavailable` when the database cannot be reached or shuts down; `cancelled` or
   * `deadline_exceeded` when the call has ended.
   */
  query: <Row extends QueryResultRow>(
    sql: string,
    values?: readonly unknown[],
    call?: CallContext,
  ) => Promise<QueryResult<Row>>;
  /** A statement that takes longer than those of requests. @throws AppError `dependency_unavailable` */
  longQuery: <Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[],
    timeoutMs: number,
  ) => Promise<QueryResult<Row>>;
  close: () => Promise<void>;
}

/** Connections of one replica to a Postgres server. */
const SERVER_POOL_MAX = 10;
/** The embedded engine has one session: a second connection would wait or see the other's transaction. */
const EMBEDDED_POOL_MAX = 1;
const CONNECT_TIMEOUT_MS = 5_000;
/** Far more than any of our statements needs; frees the connection of one that hangs. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Opens the server or the embedded engine through a `pg` pool, and migrates the schema. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.url === undefined ? await startEmbeddedPostgres(options.embeddedDir) : undefined;
  const pool = new pg.Pool({
    ...(embedded ? embedded.connection : { connectionString: options.url }),
    max: embedded ? EMBEDDED_POOL_MAX : SERVER_POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    ...(embedded ? { idleTimeoutMillis: 0 } : { statement_timeout: STATEMENT_TIMEOUT_MS }),
  });
  pool.on('error', (error) => options.logger.warn({ err: error }, 'an idle database connection failed'));
  const close = async (): Promise<void> => {
    await pool.end();
    await embedded?.close();
  };
  try {
    await migrate(pool, options);
  } catch (error) {
    await close();
    throw error;
  }
  const observed = observePool(pool, options.metrics);
  return {
    query: (sql, values = [], call) =>
      observed(sql, () =>
        reachingDatabase(() =>
          call === undefined ? pool.query(sql, [...values]) : queryFor(call, pool, sql, values),
        ),
      ),
    longQuery: (sql, values, timeoutMs) =>
      observed(sql, () => reachingDatabase(() => queryWithin(timeoutMs, pool, sql, [...values]))),
    close,
  };
}

async function queryFor<Row extends QueryResultRow>(
  call: CallContext,
  pool: pg.Pool,
  sql: string,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  assertLive(call);
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    assertLive(call);
    const timeoutMs = Math.min(STATEMENT_TIMEOUT_MS, Math.ceil(call.deadlineAt - Date.now()));
    return await client.query<Row>({
      text: sql,
      values: [...values],
      query_timeout: timeoutMs,
    } as QueryConfig);
  } catch (error) {
    if (!(error instanceof AppError)) failure = error as Error;
    assertLive(call);
    throw error;
  } finally {
    // A connection that failed is not used again, and one whose statement timed out is still busy.
    client.release(failure);
  }
}

/** One statement in a transaction, so that its time limit ends with it. */
async function queryWithin<Row extends QueryResultRow>(
  timeoutMs: number,
  pool: pg.Pool,
  sql: string,
  values: unknown[],
): Promise<QueryResult<Row>> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
    const result = await client.query<Row>({ text: sql, values, query_timeout: timeoutMs } as QueryConfig);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection that failed may still be in its transaction.
    client.release(failure);
  }
}
