import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Session } from './engine.js';
import type { Logger } from '../logging.js';

/** A service's own schema, with all of its tables. */
export interface DatabaseSchema {
  schema: string;
  /** Folder of numbered, forward-only `.sql` files. */
  migrationsDir: string;
  /**
   * Folders of `.sql` files with one function, trigger or view each. A changed file is applied after the migrations, so
   * it must be repeatable. A migration must drop the objects of a removed file.
   */
  functionsDirs?: readonly string[];
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

interface ApplyFunctionsOptions {
  schema: string;
  /** Folders of repeatable `.sql` files: functions, triggers, views. */
  functionsDirs: readonly string[];
  /** Name of the latest migration. After a new one every file is applied again, because it may have dropped objects. */
  migration: string;
}

interface FunctionFile {
  name: string;
  sql: string;
  /** Digest of the latest migration's name and the text. */
  sha256: string;
}

/**
 * Applies changed files in the order of their names and in one transaction. The caller must hold the schema's lock.
 * @returns the names of the applied files.
 * @throws Error when a file cannot be applied.
 */
export async function applyFunctions(
  session: Session,
  { schema, functionsDirs, migration }: ApplyFunctionsOptions,
): Promise<string[]> {
  const files = await readFiles(functionsDirs, migration);
  const recorded = await readRecord(session, schema);
  const wanted = files.filter(({ name, sha256 }) => recorded.get(name) !== sha256);
  const removed = [...recorded.keys()].filter((name) => !files.some((file) => file.name === name));
  if (wanted.length + removed.length === 0) return [];

  await session.query('BEGIN');
  try {
    await session.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.functions (
         name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    for (const file of wanted) await applyFile(session, schema, file);
    await session.query(`DELETE FROM ${schema}.functions WHERE name = ANY($1)`, [removed]);
    await session.query('COMMIT');
  } catch (error) {
    await session.query('ROLLBACK');
    throw error;
  }
  return wanted.map(({ name }) => name);
}

/** Compares the files with what is recorded: functions that were never applied, and those of another text. */
async function compareFunctions(
  session: Session,
  { schema, functionsDirs, migration }: ApplyFunctionsOptions,
): Promise<{ lacking: string[]; different: string[] }> {
  const files = await readFiles(functionsDirs, migration);
  const recorded = await readRecord(session, schema);
  const changed = files.filter(({ name, sha256 }) => recorded.get(name) !== sha256).map(({ name }) => name);
  return {
    lacking: changed.filter((name) => !recorded.has(name)),
    different: changed.filter((name) => recorded.has(name)),
  };
}

async function applyFile(
  session: Session,
  schema: string,
  { name, sql, sha256 }: FunctionFile,
): Promise<void> {
  try {
    await session.query(sql);
  } catch (error) {
    throw new Error(`${name} could not be applied to the schema ${schema}.`, { cause: error });
  }
  await session.query(
    `INSERT INTO ${schema}.functions (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = EXCLUDED.sha256, applied_at = now()`,
    [name, sha256],
  );
}

async function readFiles(dirs: readonly string[], migration: string): Promise<FunctionFile[]> {
  const files: FunctionFile[] = [];
  for (const dir of dirs) {
    for (const name of await readdir(dir)) {
      if (!name.endsWith('.sql')) continue;
      const sql = await readFile(join(dir, name), 'utf8');
      const sha256 = createHash('sha256').update(`${migration}\n${sql}`).digest('hex');
      files.push({ name: basename(name, '.sql'), sql, sha256 });
    }
  }
  files.sort((one, other) => (one.name < other.name ? -1 : 1));
  const repeated = files.find(({ name }, at) => files[at - 1]?.name === name);
  if (repeated) throw new Error(`Two files of functions are called ${repeated.name}.sql.`);
  return files;
}

async function readRecord(session: Session, schema: string): Promise<Map<string, string>> {
  const { rows: found } = await session.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [`${schema}.functions`],
  );
  if (found[0]?.exists !== true) return new Map();
  const { rows } = await session.query<{ name: string; sha256: string }>(
    `SELECT name, sha256 FROM ${schema}.functions`,
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}
