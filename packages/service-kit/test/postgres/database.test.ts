import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { describeOnDatabases, describeWith, ENGINES, itWith } from '@imagesearch/testkit/engines';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { startProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { detachedCall } from '../../src/call-context.js';
import { openDatabase, type Database, reachingDatabase } from '../../src/postgres/database.js';
import { createLogger } from '../../src/logging.js';
import { migrateServer } from '../../src/postgres/migrate.js';
import type { ServerOptions } from '../../src/postgres/server-options.js';
import { spawnChild } from '../support/child-process.js';
import { startPgBouncer, type PgBouncer } from '../support/pgbouncer.js';

/** Opens the database, then writes one row after another and reports each once it is committed. */
const WRITE = `
  import { openDatabase } from './postgres/database.js';
  import { createLogger } from './logging.js';
  const [, dir] = process.argv;
  const { query } = await openDatabase({
    url: undefined, embeddedDir: dir + '/postgres', schema: 'notes', migrationsDir: dir + '/migrations',
    logger: createLogger({ service: 'child', level: 'silent' }),
  });
  for (let n = 1; ; n += 1) {
    await query('insert into notes.note (id, body) values ($1, $2)', [n, 'x'.repeat(5000)]);
    console.log(n);
  }
`;
/** More than the time limit of a service's statement. */
const LONG_MS = 11_000;
const READ_MS = 5_000;
/** The limit of a lock, and what a busy machine adds. */
const WAIT_MS_MAX = 3_500;

const logger = createLogger({ service: 'test', level: 'silent' });
const folders = folderOfSuite();

/** A program with a schema of its own: its migrations, its functions and how it opens them. */
async function newProgram(engine: 'embedded' | 'server' = 'embedded') {
  const dir = await mkdtemp(join(folders, 'program-'));
  const [migrationsDir, functionsDir] = [join(dir, 'migrations'), join(dir, 'functions')];
  await Promise.all([mkdir(migrationsDir), mkdir(functionsDir)]);
  // Laid out beforehand, because that takes seconds of a core.
  if (engine === 'embedded') await layEmptyPostgres(join(dir, 'postgres'));
  const schema = { schema: 'notes', migrationsDir, functionsDir, logger };
  const program = {
    dir,
    schema,
    migration: (name: string, sql: string) =>
      writeFile(join(migrationsDir, `${name}.sql`), `-- Up Migration\n${sql};\n`),
    withoutMigration: (name: string) => rm(join(migrationsDir, `${name}.sql`)),
    function: (name: string, sql: string) => writeFile(join(functionsDir, `${name}.sql`), sql),
    withoutFunction: (name: string) => rm(join(functionsDir, `${name}.sql`)),
    greets: (words: string) => program.function('greet', greeting(words)),
    open: (url?: string, server: Partial<ServerOptions> = { migratesAtStart: true }) =>
      openDatabase({ url, embeddedDir: join(dir, 'postgres'), ...schema, server }),
  };
  await program.migration('0001_notes', 'create table notes.note (id integer primary key, body text)');
  return program;
}
type Program = Awaited<ReturnType<typeof newProgram>>;

const greeting = (words: string): string =>
  `create or replace function notes.greet() returns text language sql as $$ select '${words}' $$;`;
const greetingOf = async ({ query }: Database): Promise<unknown> =>
  (await query<{ greet: unknown }>('select notes.greet()')).rows[0]?.greet;

describeOnDatabases('functions', (engine) => {
  let program: Program;
  let home: TestDatabase;
  let database: Database;
  const reopen = async (): Promise<Database> => {
    await database.close();
    return (database = await program.open(home.url));
  };
  const applied = async (): Promise<unknown[]> =>
    (await database.query('select name, xmin::text from notes.functions order by name')).rows;

  // One after the other on one database: each leaves what the next begins with.
  beforeAll(async () => {
    home = await engine.create();
    program = await newProgram(home.url === undefined ? 'embedded' : 'server');
    await program.greets('hello');
    await program.function('stay', 'create or replace view notes.stay as select 1 as one;');
    database = await program.open(home.url);
  });
  afterAll(async () => {
    await database.close();
    await home.drop();
  });

  test('are applied once; a start with nothing new writes nothing, and one that changed is applied', async () => {
    const before = await applied();
    expect(before).toMatchObject([{ name: 'greet' }, { name: 'stay' }]);
    await reopen();
    expect(await applied()).toEqual(before);
    await program.greets('good morning');
    expect(await greetingOf(await reopen())).toBe('good morning');
  });

  test('that fail are named, and none of that start is applied', async () => {
    await program.greets('bye');
    await program.function('worse', 'create or replace view notes.worse as select nonsense;');
    await expect(reopen()).rejects.toThrow(/worse could not be applied/);
    await program.withoutFunction('worse');
    await program.greets('hello');
    database = await program.open(home.url);
    expect(await greetingOf(database)).toBe('hello');
    expect(await applied()).toHaveLength(2);
  });

  test('are all applied again after a migration, which may have dropped them', async () => {
    await program.migration('0002_drop', 'drop function notes.greet()');
    expect(await greetingOf(await reopen())).toBe('hello');
  });

  test('of an older program are not put over those of a newer one', async () => {
    await program.migration('0003_newer', 'select 1');
    await program.greets('newer');
    await reopen();
    await program.withoutMigration('0003_newer');
    await program.greets('older');
    expect(await greetingOf(await reopen())).toBe('newer');
  });
});

// The embedded engine has one session and takes no lock of another.
describeWith(ENGINES.postgres, 'a Postgres server', (engine) => {
  let home: TestDatabase;
  let program: Program;
  let reader: pg.Client;
  let bouncer: PgBouncer | undefined;
  const opened: Database[] = [];

  beforeEach(async () => {
    home = await engine.create();
    program = await newProgram('server');
    reader = await newClient();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await bouncer?.close();
    bouncer = undefined;
    await reader.end();
    await home.drop();
  });

  const newClient = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: home.url });
    await client.connect();
    return client;
  };
  const migrate = (url = home.url): Promise<void> => migrateServer(url ?? '', program.schema);
  const open = async (server: Partial<ServerOptions> = {}, url = home.url): Promise<Database> => {
    const database = await program.open(url, server);
    opened.push(database);
    return database;
  };
  const applied = async (): Promise<string[]> => {
    const { rows } = await reader.query<{ name: string }>('select name from notes.migrations order by id');
    return rows.map(({ name }) => name);
  };

  test('is migrated by one of twelve replicas that start at once, and the others wait for it', async () => {
    await program.greets('hello');
    const migratesAtStart = true;
    const replicas = await Promise.all(Array.from({ length: 12 }, () => open({ migratesAtStart })));
    expect(await applied()).toEqual(['0001_notes']);
    for (const replica of replicas) expect(await greetingOf(replica)).toBe('hello');
  });

  test('is migrated for longer than a statement of a service may take', async () => {
    await program.migration('0002_long', `select pg_sleep(${LONG_MS / 1_000})`);
    await migrate();
    expect(await applied()).toEqual(['0001_notes', '0002_long']);
  }, 60_000);

  test('is migrated after a long read, without holding up other readers meanwhile', async () => {
    await migrate();
    await program.migration('0002_wide', 'alter table notes.note add more text');
    await reader.query('begin; lock table notes.note in access share mode');
    const migrating = migrate();
    const other = await newClient();
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

  test('is not migrated by a service, which names what is missing and changes nothing', async () => {
    await expect(open()).rejects.toThrow(/notes of the database lacks 0001_notes.*npm run migrate/);
    expect((await reader.query(`select 1 from pg_namespace where nspname = 'notes'`)).rowCount).toBe(0);
    await migrate();
    await program.migration('0002_next', 'select 1');
    await expect(open()).rejects.toThrow(/lacks 0002_next/);
    expect(await applied()).toEqual(['0001_notes']);
    await program.withoutMigration('0002_next');
    await program.greets('hello');
    await expect(open()).rejects.toThrow(/lacks greet/);
  });

  test('of a newer release, or with functions of another one, lets a service of an older one start', async () => {
    await program.greets('hello');
    await program.migration('0002_newer', 'alter table notes.note add more text');
    await migrate();
    await program.greets('good morning');
    expect(await greetingOf(await open())).toBe('hello');
    await program.withoutMigration('0002_newer');
    expect(await greetingOf(await open())).toBe('hello');
  });

  test('has as many connections as are configured, each asked when silent whether it is there', async () => {
    await migrate();
    const { query } = await open({ poolMax: 3 });
    const ports = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const asked = query<{ port: number }>('select inet_client_port() as port, pg_sleep(0.1)');
        return (await asked).rows[0]?.port ?? 0;
      }),
    );
    expect(new Set(ports).size).toBe(3);
    expect(await keptAlive(ports[0] ?? 0)).toHaveLength(1);
  });

  itWith(ENGINES.pgBouncer, 'behind PgBouncer in transaction mode serves many clients', async () => {
    await migrate();
    bouncer = await startPgBouncer(home.url ?? '', 2);
    const { query } = await open({ pooler: 'pgbouncer' }, bouncer.url);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => query<{ n: number }>('select $1::int + 0 as n', [n])),
    );
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    const long = query<{ n: number }>('select $1::int as n', [7], { timeoutMs: 5_000 });
    expect((await long).rows).toEqual([{ n: 7 }]);
    const late = query('select pg_sleep(3)', [], detachedCall(300));
    await expect(late).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect((await query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
  });

  itWith(ENGINES.pgBouncer, 'behind PgBouncer without the setting says what to do', async () => {
    await migrate();
    bouncer = await startPgBouncer(home.url ?? '', 2);
    await expect(open({}, bouncer.url)).rejects.toThrow(/connection pooler. Set DATABASE_POOLER=pgbouncer/);
    await expect(migrate(bouncer.url)).rejects.toThrow(/Migrations need the address of the server/);
  });
});

/** Lines of the system's table of connections from this port whose timer is that of keepalive. */
async function keptAlive(port: number): Promise<string[]> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const table = await readFile('/proc/net/tcp', 'utf8');
  return table.split('\n').filter((line) => new RegExp(`^\\s*\\d+: \\S+:${hex} \\S+ 01 \\S+ 02:`).test(line));
}

describe('the embedded database', () => {
  test('keeps every committed row when its process is killed, and opens again once the lock is stale', async () => {
    const { dir, open } = await newProgram();
    const child = spawnChild(WRITE, [dir]);
    await child.printed(/^20$/m);
    await expect(open()).rejects.toThrow(/in use by another process;/);
    await child.kill();
    const committed = child.output.match(/^\d+$/gm)?.length ?? 0;
    await expireLocks(dir);

    const { query, close } = await open();
    const { rows } = await query<{ n: number; whole: boolean }>(
      'select count(*)::int as n, bool_and(length(body) = 5000) as whole from notes.note',
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(committed);
    expect(rows[0]?.whole).toBe(true);
    await query(`insert into notes.note (id, body) values (-1, 'after')`);
    await close();
  }, 120_000);

  test('is as before after a migration that fails, and its folder is free', async () => {
    const { migration, open } = await newProgram();
    await migration('0002_broken', 'create table notes.half (id integer); select nonsense');
    await expect(open()).rejects.toThrow(/nonsense/);
    await migration('0002_broken', 'create table notes.half (id integer)');
    const { query, close } = await open();
    expect((await query('select * from notes.half')).rowCount).toBe(0);
    await close();
  }, 120_000);

  test('answers many queries at once in turn, each with its own result, and a failing one harms no other', async () => {
    const { query, close } = await (await newProgram()).open();
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) =>
        n % 10 === 9 ? query('select nonsense') : query<{ n: number }>('select $1::int as n', [n]),
      ),
    );
    answers.forEach((answer, n) => {
      if (n % 10 === 9) expect(answer.status).toBe('rejected');
      else expect(answer).toMatchObject({ status: 'fulfilled', value: { rows: [{ n }] } });
    });
    await close();
  }, 120_000);
});

describe('an unavailable database', () => {
  test('fails the queries under way, short and long, when their connections are cut, and answers again once it is back', async () => {
    const server = await startProxiedPostgres(EMBEDDED_POSTGRES);
    const database = await (await newProgram('server')).open(server.url);
    for (const limit of [detachedCall(30_000), { timeoutMs: 30_000 }]) {
      const slow = database.query('select pg_sleep(1)', [], limit);
      const outcome = expect(slow).rejects.toMatchObject({ code: 'dependency_unavailable' });
      await sleep(300);
      await server.proxy.close();
      await outcome;
      await server.proxy.open();
      expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    }
    await database.close();
    await server.close();
  }, 120_000);

  test('is one that nobody listens for', async () => {
    const nowhere = (await newProgram('server')).open('postgres://nobody@127.0.0.1:1/nothing', {});
    await expect(reachingDatabase(() => nowhere)).rejects.toMatchObject({
      code: 'dependency_unavailable',
      ctx: { dependency: 'database' },
    });
  });

  test.each([
    ...['57P01', '53300', '08006', '25006', 'ECONNRESET'].map((code) => [code, 'dependency_unavailable']),
    // A column that does not exist.
    ['42703', '42703'],
  ])('an error %s is one of the code %s', async (code, expected) => {
    const error = Object.assign(new Error('gone'), { code });
    await expect(reachingDatabase(() => Promise.reject(error))).rejects.toMatchObject({ code: expected });
  });
});
