import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Statements } from './engine.js';
import type { Logger } from '../logging.js';

/** A service's own schema, with all of its tables. */
export interface DatabaseSchema {
  schema: string;
  /** Folder of numbered, forward-only `.sql` files. */
  migrationsDir: string;
  /**
   * Folder of `.sql` files of functions, triggers and views. When one has changed, all are applied after the migrations, so they
   * must be repeatable. A migration must drop the objects of a removed file.
   */
  functionsDir?: string;
}

/** The database lacks what this program needs; the message names it and the command that applies it. */
export class SchemaOutdatedError extends Error {
  constructor(schema: string, lacking: readonly string[]) {
    super(
      `The schema ${schema} of the database lacks ${lacking.join(', ')}. Run "npm run migrate" of this release first ` +
        '(node packages/local-stack/dist/migrate.js); docs/how-to/update.md describes it.',
    );
    this.name = 'SchemaOutdatedError';
  }
}

/**
 * Changes nothing. A newer schema is accepted, because migrations leave what the previous release uses.
 * @throws SchemaOutdatedError when a migration or a function is missing.
 */
export async function requireSchema(
  session: Statements,
  { schema, migrationsDir, functionsDir }: DatabaseSchema,
  logger: Logger,
): Promise<void> {
  const applied = await appliedMigrations(session, schema);
  const migrations = await sqlFilesIn(migrationsDir);
  const missing = migrations.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new SchemaOutdatedError(schema, missing);
  if (applied.some((name) => !migrations.includes(name))) {
    logger.warn({ schema }, 'the schema is newer than this program');
    return;
  }
  const files = await readFunctions(functionsDir, applied);
  const recorded = await appliedFunctions(session, schema);
  const lacking = files.filter(({ name }) => !recorded.has(name)).map(({ name }) => name);
  if (lacking.length > 0) throw new SchemaOutdatedError(schema, lacking);
  if (!isAsRecorded(files, recorded))
    logger.warn({ schema }, 'the functions of the database are of another release');
}

/**
 * Applies the functions in the order of their names and in one transaction, unless they are as they were. The caller must hold
 * the schema's lock. In a rolling update an older program may start again: it must not overwrite the newer functions.
 * @throws Error that names the file which cannot be applied.
 */
export async function updateFunctions(
  session: Statements,
  { schema, migrationsDir, functionsDir }: DatabaseSchema,
  logger: Logger,
): Promise<void> {
  if (functionsDir === undefined) return;
  const migrations = await sqlFilesIn(migrationsDir);
  const applied = await appliedMigrations(session, schema);
  if (applied.some((name) => !migrations.includes(name))) {
    logger.warn({ schema }, 'the schema is newer than this program; its functions are not changed');
    return;
  }
  const files = await readFunctions(functionsDir, applied);
  if (isAsRecorded(files, await appliedFunctions(session, schema))) return;
  await session.query('BEGIN');
  try {
    await session.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.functions (
         name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    await session.query(`DELETE FROM ${schema}.functions`);
    for (const { name, sql, sha256 } of files) {
      await session.query(sql).catch((error: unknown) => {
        throw new Error(`${name} could not be applied to the schema ${schema}.`, { cause: error });
      });
      await session.query(`INSERT INTO ${schema}.functions (name, sha256) VALUES ($1, $2)`, [name, sha256]);
    }
    await session.query('COMMIT');
  } catch (error) {
    await session.query('ROLLBACK');
    throw error;
  }
  logger.info({ schema, functions: files.map(({ name }) => name) }, 'functions applied');
}

interface FunctionFile {
  name: string;
  sql: string;
  /** Of the latest migration's name and the text: after a new migration all are applied again, because it may have dropped some. */
  sha256: string;
}

async function readFunctions(
  dir: string | undefined,
  migrations: readonly string[],
): Promise<FunctionFile[]> {
  if (dir === undefined) return [];
  const names = await sqlFilesIn(dir);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, `${name}.sql`), 'utf8');
      const sha256 = createHash('sha256')
        .update(`${migrations.at(-1)}\n${sql}`)
        .digest('hex');
      return { name, sql, sha256 };
    }),
  );
}

/** Names of the `.sql` files in a folder, without their ending, in order. */
async function sqlFilesIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).flatMap((file) => (file.endsWith('.sql') ? basename(file, '.sql') : [])).sort();
}

function isAsRecorded(files: readonly FunctionFile[], recorded: ReadonlyMap<string, string>): boolean {
  return files.length === recorded.size && files.every(({ name, sha256 }) => recorded.get(name) === sha256);
}

/** Names of the applied migrations, first to last. */
async function appliedMigrations(session: Statements, schema: string): Promise<string[]> {
  if (!(await isTable(session, `${schema}.migrations`))) return [];
  const { rows } = await session.query<{ name: string }>(`SELECT name FROM ${schema}.migrations ORDER BY id`);
  return rows.map(({ name }) => name);
}

/** The digests of the applied functions by the names of their files. */
async function appliedFunctions(session: Statements, schema: string): Promise<Map<string, string>> {
  if (!(await isTable(session, `${schema}.functions`))) return new Map();
  const { rows } = await session.query<{ name: string; sha256: string }>(
    `SELECT name, sha256 FROM ${schema}.functions`,
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

async function isTable(session: Statements, name: string): Promise<boolean> {
  const { rows } = await session.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    name,
  ]);
  return rows[0]?.exists === true;
}
