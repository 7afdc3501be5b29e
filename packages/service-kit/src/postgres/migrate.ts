import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import pg, { type Client, type ClientConfig } from 'pg';
import type { Logger } from '../logging.js';
import { retryWithBackoff } from '../resilience/retry.js';
import { applyFunctions } from './apply-functions.js';
import type { DatabaseSchema } from './database-schema.js';
import { explainPooler } from './refused-by-pooler.js';

export interface MigrateOptions extends DatabaseSchema {
  /** Of a server, not of the embedded engine, whose one session would keep the limits. */
  isServer: boolean;
  logger: Logger;
}

const LOCK_INTERVAL_MS = 100;
/** Longer than a migration of a large table takes. */
const SCHEMA_LOCK_TIMEOUT_MS = 60 * 60_000;
/** While a migration waits for a table, every later statement on the table waits behind it. */
const TABLE_LOCK_TIMEOUT_MS = 2_000;
const RETRIES = { retries: 20, firstPauseMs: 250, pauseMsMax: 5_000 };
const KEEPALIVE_DELAY_MS = 10_000;

/**
 * Applies each missing migration in a transaction, then the changed functions in another. Processes that do this at the
 * same time wait for each other. A statement may take any time; one that waits for a table gives up and is repeated.
 * @throws Error when a migration fails, or when a table stays locked.
 */
export async function migrate(connection: ClientConfig, options: MigrateOptions): Promise<void> {
  const { schema, logger } = options;
  const client = new pg.Client({ ...connection, ...(options.isServer && serverLimits()) });
  client.on('error', (error) => logger.warn({ err: error }, 'the connection of the migrations failed'));
  try {
    await client.connect().catch((error: unknown) => {
      throw explainPooler(error, 'Migrations need the address of the server itself.');
    });
    // A limit of the role would end a long migration.
    if (options.isServer) await client.query('SET statement_timeout = 0');
    await lockSchema(client, schema);
    await retryWithBackoff(() => applyMissing(client, options), { ...RETRIES, isRetryable: isTableLocked });
  } finally {
    // Ending the session releases the lock, even when it is unknown whether it was taken.
    await client.end();
  }
}

/** Sent when the connection is made, so that a pooler that shares sessions refuses them. */
function serverLimits(): ClientConfig {
  return {
    lock_timeout: TABLE_LOCK_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
  };
}

async function applyMissing(client: Client, options: MigrateOptions): Promise<void> {
  const { schema, logger } = options;
  const migrations = await applyMigrations(client, options);
  if (migrations.length > 0) logger.info({ schema, migrations }, 'migrated');
  const functions = await updateFunctions(client, options);
  if (functions.length > 0) logger.info({ schema, functions }, 'functions applied');
}

async function applyMigrations(client: Client, { schema, migrationsDir }: DatabaseSchema): Promise<string[]> {
  const isNew = !(await hasSchema(client, schema));
  const running = runner({
    dbClient: client,
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
    await client.query('ROLLBACK');
    throw error;
  });
  return applied.map(({ name }) => name);
}

/** A role of one schema may not create another one, not even with IF NOT EXISTS. */
async function hasSchema(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  return rows.length > 0;
}

async function updateFunctions(
  client: Client,
  { schema, migrationsDir, functionsDirs, logger }: MigrateOptions,
): Promise<string[]> {
  if (functionsDirs === undefined) return [];
  const files = new Set(await readdir(migrationsDir));
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migrations ORDER BY id`);
  // In a rolling update an older program may start again. It must not overwrite the newer functions.
  if (rows.some(({ name }) => !files.has(`${name}.sql`))) {
    logger.warn({ schema }, 'the schema is newer than this program; its functions are not changed');
    return [];
  }
  return applyFunctions(client, { schema, functionsDirs, migration: rows.at(-1)?.name ?? '' });
}

/** Takes the schema's lock, which ends with the session. It polls, because a wait would end with the limit of a lock. */
async function lockSchema(client: Client, schema: string): Promise<void> {
  const giveUpAt = Date.now() + SCHEMA_LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
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
