import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from './logging.js';

export interface MigrateOptions {
  schema: string;
  migrationsDir: string;
  logger: Logger;
}

const LOCK_INTERVAL_MS = 100;
/** Longer than a migration of a large table may take; what waits is a replica that does not serve yet. */
const LOCK_TIMEOUT_MS = 10 * 60_000;

/**
 * Applies the migrations that are not applied yet, all in one transaction. Replicas that start together wait for
 * one another on an advisory lock.
 */
export async function migrate(pool: Pool, { schema, migrationsDir, logger }: MigrateOptions): Promise<void> {
  const client = await pool.connect();
  try {
    await takeTurn(client, schema);
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
    if (applied.length > 0) logger.info({ schema, migrations: applied.map(({ name }) => name) }, 'migrated');
  } finally {
    // Ends the session, and with it the lock, also when it is not known whether it was taken.
    client.release(true);
  }
}

/** Takes the schema's lock, which ends with the session. Asked for again and again: a statement may not wait for long. */
async function takeTurn(client: PoolClient, schema: string): Promise<void> {
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
