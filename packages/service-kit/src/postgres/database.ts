import pg, { type QueryResult, type QueryResultRow } from 'pg';
import { reachingDatabase } from './database-errors.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import type { Logger } from '../logging.js';
import { migrate } from './migrate.js';

export interface DatabaseOptions {
  /** A Postgres server; unset selects the embedded engine. */
  url: string | undefined;
  /** Where the embedded engine keeps its files. */
  embeddedDir: string;
  /** The service's own schema; its migrations and its tables live there and nowhere else. */
  schema: string;
  /** Folder of numbered, forward-only `.sql` files. */
  migrationsDir: string;
  /**
   * Folders of `.sql` files with functions, triggers and views, one a file. Each is applied after the migrations whenever
   * it changed, in the order of names, so it must be repeatable: `CREATE OR REPLACE`, and `DROP FUNCTION IF EXISTS` of the
   * old signature where arguments or the answer changed. What a removed file made is dropped by a migration.
   */
  functionsDirs?: readonly string[];
  logger: Logger;
}

export interface Database {
  /**
   * Runs one statement.
   * @throws AppError `dependency_unavailable` when the database cannot be reached or is going away.
   */
  query: <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<QueryResult<Row>>;
  close: () => Promise<void>;
}

/** Connections of one replica to a Postgres server. */
const SERVER_POOL_MAX = 10;
/** The embedded engine has one session; a second connection would only wait, or see another's transaction. */
const EMBEDDED_POOL_MAX = 1;
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement of ours should come near this; one that does must not hold a connection for ever. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Opens the store through the ordinary `pg` pool, whichever engine is behind it, and brings its schema up to date. */
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
  return {
    query: (sql, values) => reachingDatabase(() => pool.query(sql, values && [...values])),
    close,
  };
}
