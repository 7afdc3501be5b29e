import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import pg, { type ClientBase } from 'pg';
import type { Logger } from '../logging.js';
import { retryWithBackoff } from '../resilience/retry.js';
import { type DatabaseSchema, updateFunctions } from './schema.js';
import { explainPooler, KEEPALIVE_DELAY_MS, type Statements } from './engine.js';

export interface MigrateOptions extends DatabaseSchema {
  logger: Logger;
}

const LOCK_INTERVAL_MS = 100;
/** Longer than a migration of a large table takes. */
const SCHEMA_LOCK_TIMEOUT_MS = 60 * 60_000;
/** While a migration waits for a table, every later statement on the table waits behind it. */
const TABLE_LOCK_TIMEOUT_MS = 2_000;
const RETRIES = { retries: 20, firstPauseMs: 250, pauseMsMax: 5_000 };

/**
 * Updates the schema of a server, on a connection of its own. Processes that do this at the same time wait for each other. A
 * statement may take any time; one that waits for a table gives up and is repeated.
 * @throws Error when a migration fails, or when a table stays locked.
 */
export async function migrateServer(url: string, options: MigrateOptions): Promise<void> {
  const { schema, logger } = options;
  const client = new pg.Client({
    connectionString: url,
    // Sent when the connection is made, so that a pooler that shares sessions refuses it.
    lock_timeout: TABLE_LOCK_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
  });
  client.on('error', (error) => logger.warn({ err: error }, 'the connection of the migrations failed'));
  const session: Statements = { query: (sql, values = []) => client.query(sql, [...values]) };
  try {
    await client.connect().catch((error: unknown) => {
      throw explainPooler(error, 'Migrations need the address of the server itself.');
    });
    // A limit of the role would end a long migration.
    await client.query('SET statement_timeout = 0');
    await lockSchema(session, schema);
    await retryWithBackoff(() => updateSchema(session, options), { ...RETRIES, isRetryable: isTableLocked });
  } finally {
    // Ending the session releases the lock, even when it is unknown whether it was taken.
    await client.end();
  }
}

/** Applies each missing migration in a transaction, then the functions in another. */
export async function updateSchema(session: Statements, options: MigrateOptions): Promise<void> {
  const { schema, logger } = options;
  const migrations = await applyMigrations(session, options);
  if (migrations.length > 0) logger.info({ schema, migrations }, 'migrated');
  await updateFunctions(session, options, logger);
}

async function applyMigrations(
  session: Statements,
  { schema, migrationsDir }: DatabaseSchema,
): Promise<string[]> {
  const isNew = !(await hasSchema(session, schema));
  const running = runner({
    // It calls nothing but `query` of a client that is given to it.
    dbClient: session as ClientBase,
    dir: migrationsDir,
    direction: 'up',
    schema,
    createSchema: isNew,
    migrationsTable: 'migrations',
    migrationsSchema: schema,
    createMigrationsSchema: isNew,
    // A long migration must not hold the locks of those before it.
    singleTransaction: false,
    // The runner's lock does not wait, so a second process would fail.
    noLock: true,
    log: () => undefined,
  });
  // The runner leaves the transaction of a migration that failed.
  const applied = await running.catch(async (error: unknown) => {
    await session.query('ROLLBACK');
    throw error;
  });
  return applied.map(({ name }) => name);
}

/** A role of one schema may not create another one, not even with IF NOT EXISTS. */
async function hasSchema(session: Statements, schema: string): Promise<boolean> {
  const { rows } = await session.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  return rows.length > 0;
}

/** Takes the schema's lock, which ends with the session. It polls, because a wait would end with the limit of a lock. */
async function lockSchema(session: Statements, schema: string): Promise<void> {
  const giveUpAt = Date.now() + SCHEMA_LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('imagesearch migrations'), hashtext($1)) AS taken`,
      [schema],
    );
    if (rows[0]?.taken === true) return;
    if (Date.now() > giveUpAt) throw new Error(`The migrations of ${schema} are blocked by another process.`);
    await sleep(LOCK_INTERVAL_MS);
  }
}

/** SQLSTATE `lock_not_available` and `deadlock_detected`. */
const LOCK_STATES = new Set(['55P03', '40P01']);

function isTableLocked(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return LOCK_STATES.has(code ?? '') || (cause !== undefined && isTableLocked(cause));
}
