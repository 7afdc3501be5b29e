import type { QueryResultRow } from 'pg';
import type { CallContext } from '../call-context.js';
import { reachingDatabase } from './database-errors.js';
import type { DatabaseSchema } from './database-schema.js';
import { openEmbeddedEngine } from './embedded-engine.js';
import type { Answer } from './engine.js';
import type { Logger } from '../logging.js';
import type { Registry } from '../metrics.js';
import { migrateServer, updateSchema } from './migrate.js';
import { observeStatements } from './pool-metrics.js';
import { requireSchema } from './require-schema.js';
import { explainPooler, openServerEngine } from './server-engine.js';
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
   * With a call, a statement whose caller no longer waits is not begun, and a server's takes no longer than the caller waits.
   * @throws AppError `dependency_unavailable` when the database cannot be reached or shuts down; `cancelled` or
   * `deadline_exceeded` when the call has ended.
   */
  query: <Row extends QueryResultRow>(
    sql: string,
    values?: readonly unknown[],
    call?: CallContext,
  ) => Promise<Answer<Row>>;
  /** A statement that takes longer than those of requests. @throws AppError `dependency_unavailable` */
  longQuery: <Row extends QueryResultRow>(
    sql: string,
    values: readonly unknown[],
    timeoutMs: number,
  ) => Promise<Answer<Row>>;
  close: () => Promise<void>;
}

/**
 * Opens the server or the embedded engine. The embedded schema is migrated; that of a server is only checked, unless it is
 * to be migrated at the start.
 * @throws SchemaOutdatedError when a server's schema lacks what this program needs.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, embeddedDir, logger } = options;
  const server: ServerOptions = { ...SERVER_DEFAULTS, ...options.server };
  const engine =
    url === undefined ? await openEmbeddedEngine(embeddedDir) : openServerEngine(url, server, logger);
  try {
    if (url === undefined) await updateSchema(engine, options);
    else if (server.migratesAtStart) await migrateServer(url, options);
    else await requireSchema(engine, options, logger);
  } catch (error) {
    await engine.close();
    throw explainPooler(error, 'Set DATABASE_POOLER=pgbouncer.');
  }
  const observed = observeStatements(engine, options.metrics);
  return {
    query: (sql, values, call) =>
      observed(sql, () => reachingDatabase(() => engine.query(sql, values, call))),
    longQuery: (sql, values, timeoutMs) =>
      observed(sql, () => reachingDatabase(() => engine.longQuery(sql, values, timeoutMs))),
    close: () => engine.close(),
  };
}
