import { readdir } from 'node:fs/promises';
import type { Session } from './engine.js';
import { compareFunctions } from './apply-functions.js';
import type { DatabaseSchema } from './database-schema.js';
import type { Logger } from '../logging.js';

/** The database lacks what this program needs; the message names it and the command that applies it. */
export class SchemaOutdatedError extends Error {
  constructor(schema: string, lacking: readonly string[]) {
    super(
      `The schema ${schema} of the database lacks ${lacking.join(', ')}. Run "npm run migrate" of this release first ` +
        '(node packages/local-stack/dist/migrate.js); docs/operations.md describes it.',
    );
    this.name = 'SchemaOutdatedError';
  }
}

/**
 * Changes nothing. A newer schema is accepted, because migrations leave what the previous release uses.
 * @throws SchemaOutdatedError when a migration or a function is missing.
 */
export async function requireSchema(
  session: Session,
  { schema, migrationsDir, functionsDirs = [] }: DatabaseSchema,
  logger: Logger,
): Promise<void> {
  const applied = await readApplied(session, schema);
  const migrations = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort();
  const missing = migrations
    .map((name) => name.replace(/\.sql$/, ''))
    .filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new SchemaOutdatedError(schema, missing);
  if (applied.some((name) => !migrations.includes(`${name}.sql`))) {
    logger.warn({ schema }, 'the schema is newer than this program');
    return;
  }
  const { lacking, different } = await compareFunctions(session, {
    schema,
    functionsDirs,
    migration: applied.at(-1) ?? '',
  });
  if (lacking.length > 0) throw new SchemaOutdatedError(schema, lacking);
  if (different.length > 0)
    logger.warn({ schema, functions: different }, 'functions of the database are of another release');
}

/** Names of the applied migrations, first to last; empty when there is no schema. */
async function readApplied(session: Session, schema: string): Promise<string[]> {
  const { rows: found } = await session.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [`${schema}.migrations`],
  );
  if (found[0]?.exists !== true) return [];
  const { rows } = await session.query<{ name: string }>(`SELECT name FROM ${schema}.migrations ORDER BY id`);
  return rows.map(({ name }) => name);
}
