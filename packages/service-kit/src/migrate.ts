import { runner } from 'node-pg-migrate';
import type { Pool } from 'pg';
import type { Logger } from './logging.js';

export interface MigrateOptions {
  schema: string;
  migrationsDir: string;
  logger: Logger;
}

/**
 * Applies the migrations that are not applied yet, all in one transaction. Replicas that start together wait for
 * one another on an advisory lock.
 */
export async function migrate(pool: Pool, { schema, migrationsDir, logger }: MigrateOptions): Promise<void> {
  const client = await pool.connect();
  try {
    const applied = await runner({
      dbClient: client,
      dir: migrationsDir,
      direction: 'up',
      schema,
      createSchema: true,
      migrationsTable: 'migrations',
      migrationsSchema: schema,
      createMigrationsSchema: true,
      log: () => undefined,
    });
    if (applied.length > 0) logger.info({ schema, migrations: applied.map(({ name }) => name) }, 'migrated');
  } finally {
    client.release();
  }
}
