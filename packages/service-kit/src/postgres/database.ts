import pg, { type QueryResult, type QueryResultRow } from 'pg';
import { reachingDatabase } from './database-errors.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import type { Logger } from '../logging.js';
import { migrate } from './migrate.js';

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
}

export interface Database {
  /** @throws AppError `dependency_unavailable` when the database cannot be reached or shuts down. */
  query: <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<QueryResult<Row>>;
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
  return {
    query: (sql, values) => reachingDatabase(() => pool.query(sql, values && [...values])),
    close,
  };
}
