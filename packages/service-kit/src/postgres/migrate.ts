import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import type { Pool, PoolClient } from 'pg';
import { applyFunctions } from './apply-functions.js';
import type { Logger } from '../logging.js';

export interface MigrateOptions {
  schema: string;
  migrationsDir: string;
  functionsDirs?: readonly string[];
  logger: Logger;
}

const LOCK_INTERVAL_MS = 100;
/** Longer than a migration of a large table may take; what waits is a replica that does not serve yet. */
const LOCK_TIMEOUT_MS = 10 * 60_000;

/**
 * Applies the numbered migrations that are not applied yet in one transaction, then the functions that changed in another.
 * Replicas that start together wait for one another on an advisory lock.
 */
export async function migrate(pool: Pool, options: MigrateOptions): Promise<void> {
  const { schema, logger } = options;
  const client = await pool.connect();
  try {
    await lockSchema(client, schema);
    const migrations = await applyMigrations(client, options);
    const functions = await bringFunctionsUpToDate(client, options);
    if (migrations.length + functions.length > 0) logger.info({ schema, migrations, functions }, 'migrated');
  } finally {
    // Ends the session, and with it the lock, also when it is not known whether it was taken.
    client.release(true);
  }
}

async function applyMigrations(
  client: PoolClient,
  { schema, migrationsDir }: MigrateOptions,
): Promise<string[]> {
  const applied = await runner({
    dbClient: client,
    dir: migrationsDir,
    direction: 'up',
    schema,
    createSchema: true,
    migrationsTable: 'migrations',
    migrationsSchema: schema,
    createMigrationsSchema: true,
    // The runner's own lock does not wait: a replica that comes second would fail to start.
    noLock: true,
    log: () => undefined,
  });
  return applied.map(({ name }) => name);
}

async function bringFunctionsUpToDate(
  client: PoolClient,
  { schema, migrationsDir, functionsDirs, logger }: MigrateOptions,
): Promise<string[]> {
  if (functionsDirs === undefined) return [];
  const files = new Set(await readdir(migrationsDir));
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migrations ORDER BY id`);
  // In a rolling update an older program may start again. It must not put its functions over the newer ones.
  if (rows.some(({ name }) => !files.has(`${name}.sql`))) {
    logger.warn({ schema }, 'the schema is newer than this program, which leaves its functions alone');
    return [];
  }
  return applyFunctions(client, { schema, functionsDirs, migration: rows.at(-1)?.name ?? '' });
}

/** Takes the schema's lock, which ends with the session. Asked for again and again: a statement may not wait for long. */
async function lockSchema(client: PoolClient, schema: string): Promise<void> {
  const givenUpAt = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('imagesearch migrations'), hashtext($1)) AS taken`,
      [schema],
    );
    if (rows[0]?.taken === true) return;
    if (Date.now() > givenUpAt)
      throw new Error(`The migrations of ${schema} are held up by another process.`);
    await sleep(LOCK_INTERVAL_MS);
  }
}
