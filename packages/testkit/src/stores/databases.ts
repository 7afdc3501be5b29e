import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg, { type QueryResultRow } from 'pg';
import { layEmptyPostgres } from './empty-postgres.js';

/** An empty database of a test's own. */
export interface TestDatabase {
  /** Undefined selects the embedded engine. */
  url: string | undefined;
  /** Where the embedded engine, and anything else that the test stores, may keep its files. */
  dir: string;
  drop: () => Promise<void>;
}

export interface DatabaseEngine {
  name: string;
  /** `embeddedAt`: where within `dir` the embedded engine will be looked for. */
  create: (embeddedAt?: string) => Promise<TestDatabase>;
}

export const EMBEDDED_POSTGRES: DatabaseEngine = { name: 'embedded Postgres', create: createEmbedded };

async function createEmbedded(embeddedAt = 'postgres'): Promise<TestDatabase> {
  const dir = await newFolder();
  await layEmptyPostgres(join(dir, embeddedAt));
  return { url: undefined, dir, drop: () => removeFolder(dir) };
}

/** By an account that may create databases. */
export async function createOnServer(server: string): Promise<TestDatabase & { url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const dir = await newFolder();
  await administer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    dir,
    drop: async () => {
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await removeFolder(dir);
    },
  };
}

/** Runs statements on a connection of their own. @returns the rows of a single one. */
export async function administer<Row extends QueryResultRow>(server: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'imagesearch-test-'));
}

function removeFolder(dir: string): Promise<void> {
  return rm(dir, { recursive: true, force: true });
}
