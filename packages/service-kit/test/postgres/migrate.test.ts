import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import { createLogger } from '../../src/logging.js';
import { openDatabase, type Database } from '../../src/postgres/database.js';
import { migrateServer } from '../../src/postgres/migrate.js';

/** More than the time limit of a service's statement. */
const LONG_MS = 11_000;
const READ_MS = 5_000;
/** The limit of a lock, and what a busy machine adds. */
const WAIT_MS_MAX = 3_500;

const logger = createLogger({ service: 'test', level: 'silent' });

const folders = folderOfSuite();

async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(folders, 'migrate-'));
  for (const name of ['migrations', 'functions']) await mkdir(join(dir, name));
  await writeMigration(dir, '0001_notes', 'create table notes.note (id integer primary key);');
  return dir;
}

const writeMigration = (dir: string, name: string, sql: string): Promise<void> =>
  writeFile(join(dir, 'migrations', `${name}.sql`), `-- Up Migration\n${sql}\n`);

// The embedded engine has one session and takes no lock of another.
describeWith(ENGINES.postgres, 'the migrations of a Postgres server', (engine) => {
  let home: TestDatabase;
  let dir: string;
  let reader: pg.Client;
  const opened: Database[] = [];

  beforeEach(async () => {
    home = await engine.create();
    dir = await newFolder();
    reader = await newClient(home.url);
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await reader.end();
    await home.drop();
  });

  const schemaIn = (folder: string) => ({
    schema: 'notes',
    migrationsDir: join(folder, 'migrations'),
    functionsDir: join(folder, 'functions'),
  });
  const migrateNow = (): Promise<void> => migrateServer(home.url ?? '', { ...schemaIn(dir), logger });
  const open = async (): Promise<Database> => {
    const database = await openDatabase({ url: home.url, embeddedDir: '', ...schemaIn(dir), logger });
    opened.push(database);
    return database;
  };
  const applied = async (): Promise<unknown[]> =>
    (await reader.query<{ name: string }>('select name from notes.migrations order by id')).rows.map(
      ({ name }) => name,
    );

  test('may take longer than a statement of a service', async () => {
    await writeMigration(dir, '0002_long', `select pg_sleep(${LONG_MS / 1_000});`);
    await migrateNow();
    expect(await applied()).toEqual(['0001_notes', '0002_long']);
  }, 60_000);

  test('run once when several processes migrate at once', async () => {
    await writeMigration(dir, '0002_slow', 'select pg_sleep(0.5); insert into notes.note values (1);');
    await Promise.all([migrateNow(), migrateNow(), migrateNow()]);
    expect(await applied()).toEqual(['0001_notes', '0002_slow']);
  }, 60_000);

  test('wait for a long read without holding up other readers, and run when it ends', async () => {
    await migrateNow();
    await writeMigration(dir, '0002_wide', 'alter table notes.note add body text;');
    await reader.query('begin; lock table notes.note in access share mode');
    const migrating = migrateNow();
    const other = await newClient(home.url);
    let longestMs = 0;
    const endsAt = Date.now() + READ_MS;
    while (Date.now() < endsAt) {
      const from = Date.now();
      await other.query('select count(*) from notes.note');
      longestMs = Math.max(longestMs, Date.now() - from);
      await sleep(50);
    }
    await other.end();
    expect(longestMs).toBeGreaterThan(500);
    expect(longestMs).toBeLessThan(WAIT_MS_MAX);
    await reader.query('commit');
    await migrating;
    expect(await applied()).toEqual(['0001_notes', '0002_wide']);
  }, 60_000);

  test('are not applied by a service, which names what is missing and changes nothing', async () => {
    await expect(open()).rejects.toThrow(/notes of the database lacks 0001_notes.*npm run migrate/);
    expect((await reader.query(`select 1 from pg_namespace where nspname = 'notes'`)).rowCount).toBe(0);
    await migrateNow();
    await writeMigration(dir, '0002_next', 'select 1;');
    await expect(open()).rejects.toThrow(/lacks 0002_next/);
    expect(await applied()).toEqual(['0001_notes']);
    await migrateNow();
    await expect((await open()).query('select * from notes.note')).resolves.toMatchObject({ rowCount: 0 });
  });

  test('of a newer release leave a service of an older one able to start', async () => {
    await writeMigration(dir, '0002_newer', 'alter table notes.note add body text;');
    await migrateNow();
    await rm(join(dir, 'migrations/0002_newer.sql'));
    await expect((await open()).query('select id from notes.note')).resolves.toMatchObject({ rowCount: 0 });
  });

  test('count a function that was never applied as missing, and one of another text as there', async () => {
    await migrateNow();
    const file = join(dir, 'functions/greet.sql');
    const greets = (words: string): string =>
      `create or replace function notes.greet() returns text language sql as $$ select '${words}' $$;`;
    await writeFile(file, greets('hello'));
    await expect(open()).rejects.toThrow(/lacks greet/);
    await migrateNow();
    await writeFile(file, greets('good morning'));
    const { rows } = await (await open()).query<{ greet: string }>('select notes.greet()');
    expect(rows[0]?.greet).toBe('hello');
  });
});

async function newClient(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
