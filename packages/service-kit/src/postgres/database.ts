import { type DatabaseSchema, requireSchema } from './schema.js';
import { openEmbeddedEngine } from './embedded-engine.js';
import { type Engine, explainPooler, openServerEngine } from './engine.js';
import type { Logger } from '../logging.js';
import { type Registry, Gauge, Histogram, DURATION_BUCKETS_S } from '../metrics.js';
import { migrateServer, updateSchema } from './migrate.js';
import { SERVER_DEFAULTS, type ServerOptions } from './server-options.js';
import { inChildSpan, SpanKind } from '../telemetry/spans.js';
import { AppError } from '../errors.js';
import { TRANSIENT_NETWORK_CODES } from '../resilience/transient-errors.js';

interface DatabaseOptions extends DatabaseSchema {
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

/** @throws AppError `dependency_unavailable` from `query` when the database cannot be reached or shuts down */
export type Database = Pick<Engine, 'query' | 'close'>;

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
    query: (sql, values, limit) =>
      observed(sql, () => reachingDatabase(() => engine.query(sql, values, limit))),
    close: () => engine.close(),
  };
}

/** Runs one statement, with its wait for a connection. */
type Observed = <Result>(sql: string, work: () => Promise<Result>) => Promise<Result>;

/** Counts the connections, and times and traces the statements. Without a registry it only traces. */
function observeStatements(engine: Pick<Engine, 'connections'>, registry: Registry | undefined): Observed {
  const durations = registry && poolMetrics(engine, registry);
  return async (sql, work) => {
    const end = durations?.startTimer();
    const [verb = ''] = sql.trimStart().split(/\s/, 1);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql };
    try {
      const result = await inChildSpan(
        `postgres ${verb.toUpperCase()}`,
        { kind: SpanKind.CLIENT, attributes },
        work,
      );
      end?.({ outcome: 'done' });
      return result;
    } catch (error) {
      end?.({ outcome: 'failed' });
      throw error;
    }
  };
}

function poolMetrics(engine: Pick<Engine, 'connections'>, registry: Registry): Histogram<'outcome'> {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections to Postgres: used by a statement, or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = engine.connections();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Statements that wait for a connection.',
    registers,
    collect() {
      this.set(engine.connections().waiting);
    },
  });
  return new Histogram({
    name: 'database_query_duration_seconds',
    help: 'Duration of statements with their wait for a connection, by outcome.',
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
}

/**
 * @throws AppError `dependency_unavailable` when the database cannot be reached. Any other failure passes unchanged.
 */
export async function reachingDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const isFull = (error as { code?: string }).code === DISK_FULL;
    throw new AppError(
      'dependency_unavailable',
      isFull ? 'The disk of the database is full.' : 'The database is unavailable.',
      {
        ctx: { dependency: 'database', ...(isFull && { storage: 'ENOSPC' }) },
        cause: error,
      },
    );
  }
}

/** SQLSTATE `disk_full`. */
const DISK_FULL = '53100';

/** Recognises Node's socket errors, Postgres' SQLSTATEs and `pg`'s messages. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!Error.isError(error)) return false;
  // Node tries every address of a host name and reports one error for each.
  const { code = '', errors } = error as Error & { code?: string; errors?: unknown[] };
  if (errors !== undefined) return errors.some(isDatabaseUnavailable);
  return (
    SOCKET_ERRORS.has(code) ||
    UNAVAILABLE_STATES.has(code) ||
    code.startsWith('08') ||
    UNAVAILABLE_MESSAGE.test(error.message)
  );
}

/** ENOENT: the Unix socket of the database does not exist. */
const SOCKET_ERRORS = new Set([...TRANSIENT_NETWORK_CODES, 'ENOENT']);

/** Shutdown, too many connections, out of disk or memory, a standby after a failover, a statement over its time. */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '53300', '53100', '53200', '25006', '57014']);

/** `pg` has no codes for these errors. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;
