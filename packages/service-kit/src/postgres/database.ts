import pg, { type PoolConfig, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { assertLive, type CallContext } from '../call-context.js';
import { AppError } from '../errors.js';
import { reachingDatabase } from './database-errors.js';
import type { DatabaseSchema } from './database-schema.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import type { Logger } from '../logging.js';
import type { Registry } from '../metrics.js';
import { migrate } from './migrate.js';
import { observePool } from './pool-metrics.js';
import { explainPooler } from './refused-by-pooler.js';
import { requireSchema } from './require-schema.js';
import { SERVER_DEFAULTS, type ServerOptions } from './server-options.js';

export interface DatabaseOptions extends DatabaseSchema {
  /** A Postgres server; unset selects the embedded engine. */
  url: string | undefined;
  /** Folder of the embedded engine's files. */
  embeddedDir: string;
  /** Of a server; by default those of a service without settings. */
  server?: Partial<ServerOptions>;
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

/** The embedded engine has one session: a second connection would wait or see the other's transaction. */
const EMBEDDED_POOL_MAX = 1;
const CONNECT_TIMEOUT_MS = 5_000;
/** Far more than any of our statements needs; frees the connection of one that hangs. */
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Opens the server or the embedded engine through a `pg` pool. The embedded schema is migrated; that of a server is only
 * checked, unless it is to be migrated at the start.
 * @throws SchemaOutdatedError when a server's schema lacks what this program needs.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const server: ServerOptions = { ...SERVER_DEFAULTS, ...options.server };
  const embedded = options.url === undefined ? await startEmbeddedPostgres(options.embeddedDir) : undefined;
  const connection = embedded?.connection ?? { connectionString: options.url };
  const pool = new pg.Pool({
    ...connection,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    ...(embedded ? { max: EMBEDDED_POOL_MAX, idleTimeoutMillis: 0 } : serverPool(server)),
  });
  pool.on('error', (error) => options.logger.warn({ err: error }, 'an idle database connection failed'));
  const close = async (): Promise<void> => {
    await pool.end();
    await embedded?.close();
  };
  try {
    const isServer = embedded === undefined;
    if (!isServer || server.migratesAtStart) await migrate(connection, { ...options, isServer });
    else await requireSchema(pool, options, options.logger);
  } catch (error) {
    await close();
    throw explainPooler(error, 'Set DATABASE_POOLER=pgbouncer.');
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

function serverPool({ poolMax, keepaliveMs, pooler }: ServerOptions): PoolConfig {
  return {
    max: poolMax,
    ...(keepaliveMs > 0 && { keepAlive: true, keepAliveInitialDelayMillis: keepaliveMs }),
    // PgBouncer refuses it. The client's own limit remains.
    ...(pooler === 'none' && { statement_timeout: STATEMENT_TIMEOUT_MS }),
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
