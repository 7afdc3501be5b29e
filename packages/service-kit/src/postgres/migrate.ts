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
/** Longer than a migration of a large table takes. The waiting replica does not serve yet. */
const LOCK_TIMEOUT_MS = 10 * 60_000;

/**
 * Migrations in one transaction, then the changed functions in another. Replicas wait on an advisory lock.
 * @throws Error when the lock is not free within ten minutes, or when a migration fails.
 */
export async function migrate(pool: Pool, options: MigrateOptions): Promise<void> {
  const { schema, logger } = options;
  const client = await pool.connect();
  try {
    await lockSchema(client, schema);
    const migrations = await applyMigrations(client, options);
    const functions = await updateFunctions(client, options);
    if (migrations.length + functions.length > 0) logger.info({ schema, migrations, functions }, 'migrated');
  } finally {
    // Ending the session releases the lock, even when it is unknown whether it was taken.
    client.release(true);
  }
}

async function applyMigrations(
  client: PoolClient,
  { schema, migrationsDir }: MigrateOptions,
): Promise<string[]> {
  const isNew = !(await hasSchema(client, schema));
  const applied = await runner({
    dbClient: client,
    dir: migrationsDir,
    direction: 'up',
    schema,
    createSchema: isNew,
    migrationsTable: 'migrations',
    migrationsSchema: schema,
    createMigrationsSchema: isNew,
    // The runner's lock does not wait, so a second replica would fail to start.
    noLock: true,
    log: () => undefined,
  });
  return applied.map(({ name }) => name);
}

/** A role of one schema may not create another one, not even with IF NOT EXISTS. */
async function hasSchema(client: PoolClient, schema: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  return rows.length > 0;
}

async function updateFunctions(
  client: PoolClient,
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

/** Takes the schema's lock, which ends with the session. It polls, because statements have a short timeout. */
async function lockSchema(client: PoolClient, schema: string): Promise<void> {
  const giveUpAt = Date.now() + LOCK_TIMEOUT_MS;
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
