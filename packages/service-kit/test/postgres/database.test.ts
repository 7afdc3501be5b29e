import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { describeOnDatabases, ENGINES, itWith } from '@imagesearch/testkit/engines';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { layEmptyPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { startProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { detachedCall } from '../../src/call-context.js';
import { openDatabase, type Database, reachingDatabase } from '../../src/postgres/database.js';
import { createLogger } from '../../src/logging.js';
import { spawnChild } from '../support/child-process.js';

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

const logger = createLogger({ service: 'test', level: 'silent' });
const FIRST = '-- Up Migration\ncreate table notes.note (id integer primary key, body text not null);\n';

const folders = folderOfSuite();

async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(folders, 'database-'));
  await mkdir(join(dir, 'migrations'));
  await mkdir(join(dir, 'functions'));
  await writeFile(join(dir, 'migrations/0001_notes.sql'), FIRST);
  return dir;
}

/** One whose database is laid out already, which takes seconds of a core. */
async function newFolderWithDatabase(): Promise<string> {
  const dir = await newFolder();
  await layEmptyPostgres(join(dir, 'postgres'));
  return dir;
}

const open = (dir: string, url?: string): Promise<Database> =>
  openDatabase({
    url,
    embeddedDir: join(dir, 'postgres'),
    schema: 'notes',
    migrationsDir: join(dir, 'migrations'),
    functionsDir: join(dir, 'functions'),
    server: { migratesAtStart: true },
    logger,
  });

const writeFunction = (dir: string, name: string, sql: string): Promise<void> =>
  writeFile(join(dir, 'functions', `${name}.sql`), sql);
const greets = (words: string): string =>
  `create or replace function notes.greet() returns text language sql as $$ select '${words}' $$;`;

async function applied(database: Database): Promise<unknown[]> {
  return (await database.query('select name, xmin::text from notes.functions order by name')).rows;
}

async function greeting({ query }: Database): Promise<unknown> {
  return (await query<{ greet: unknown }>('select notes.greet()')).rows[0]?.greet;
}

describeOnDatabases('functions', (engine) => {
  let dir: string;
  let home: TestDatabase;
  let database: Database;
  const reopen = async (): Promise<Database> => {
    await database.close();
    return (database = await open(dir, home.url));
  };

  // One after the other on one database: each leaves what the next begins with.
  beforeAll(async () => {
    home = await engine.create();
    dir = home.url === undefined ? await newFolderWithDatabase() : await newFolder();
    await writeFunction(dir, 'greet', greets('hello'));
    await writeFunction(dir, 'stay', 'create or replace view notes.stay as select 1 as one;');
    database = await open(dir, home.url);
  });
  afterAll(async () => {
    await database.close();
    await home.drop();
  });

  test('are applied once; a start with nothing new writes nothing, and one that changed is applied', async () => {
    const before = await applied(database);
    expect(before).toMatchObject([{ name: 'greet' }, { name: 'stay' }]);
    expect(await applied(await reopen())).toEqual(before);
    await writeFunction(dir, 'greet', greets('good morning'));
    expect(await greeting(await reopen())).toBe('good morning');
  });

  test('that fail are named, and none of that start is applied', async () => {
    await writeFunction(dir, 'greet', greets('bye'));
    await writeFunction(dir, 'worse', 'create or replace view notes.worse as select nonsense;');
    await expect(reopen()).rejects.toThrow(/worse could not be applied/);
    await rm(join(dir, 'functions/worse.sql'));
    await writeFunction(dir, 'greet', greets('hello'));
    database = await open(dir, home.url);
    expect(await greeting(database)).toBe('hello');
    expect(await applied(database)).toHaveLength(2);
  });

  test('are all applied again after a migration, which may have dropped them', async () => {
    await writeFile(join(dir, 'migrations/0002_drop.sql'), '-- Up Migration\ndrop function notes.greet();\n');
    expect(await greeting(await reopen())).toBe('hello');
  });

  test('may change what they answer, when the file drops the old signature', async () => {
    const answers = (type: string, value: string) =>
      writeFunction(
        dir,
        'answer',
        `drop function if exists notes.answer();
         create function notes.answer() returns ${type} language sql as $$ select ${value} $$;`,
      );
    await answers('text', `'seven'`);
    await reopen();
    await answers('integer', '7');
    expect((await (await reopen()).query('select notes.answer()')).rows).toEqual([{ answer: 7 }]);
  });

  test('of an older program are not put over those of a newer one', async () => {
    await writeFile(join(dir, 'migrations/0003_newer.sql'), '-- Up Migration\nselect 1;\n');
    await writeFunction(dir, 'greet', greets('newer'));
    await reopen();
    await rm(join(dir, 'migrations/0003_newer.sql'));
    await writeFunction(dir, 'greet', greets('older'));
    expect(await greeting(await reopen())).toBe('newer');
  });
});

itWith(
  ENGINES.postgres,
  'a Postgres server serves twelve replicas that start at once: one migrates, the others wait for it',
  async (engine) => {
    const home = await engine.create();
    const dir = await newFolderWithDatabase();
    await writeFunction(dir, 'greet', greets('hello'));
    const replicas = await Promise.all(Array.from({ length: 12 }, () => open(dir, home.url)));
    for (const replica of replicas) {
      const { rows } = await replica.query('select name from notes.migrations');
      expect(rows).toEqual([{ name: '0001_notes' }]);
      expect(await greeting(replica)).toBe('hello');
      await replica.close();
    }
    await home.drop();
  },
);

describe('the embedded database', () => {
  test('keeps every committed row when its process is killed, and opens again once the lock is stale', async () => {
    const dir = await newFolderWithDatabase();
    const child = spawnChild(WRITE, [dir]);
    let committed = 0;
    while (committed < 20) committed = Number(await child.nextLine());

    await expect(open(dir)).rejects.toThrow(/in use by another process;/);
    await child.kill();
    await expireLocks(dir);

    const { query, close } = await open(dir);
    const { rows } = await query<{ n: number; whole: boolean }>(
      'select count(*)::int as n, bool_and(length(body) = 5000) as whole from notes.note',
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(committed);
    expect(rows[0]?.whole).toBe(true);
    await query(`insert into notes.note (id, body) values (-1, 'after')`);
    await close();
  }, 120_000);

  test('has one process per folder, keeps its rows, and applies a new migration once', async () => {
    const dir = await newFolderWithDatabase();
    const first = await open(dir);
    await expect(open(dir)).rejects.toThrow(/already open in this process/);
    await first.query(`insert into notes.note (id, body) values (1, 'kept')`);
    await first.close();

    await writeFile(
      join(dir, 'migrations/0002_mark.sql'),
      `-- Up Migration\nalter table notes.note add mark text not null default 'none';\n`,
    );
    for (let round = 0; round < 2; round += 1) {
      const again = await open(dir);
      const { rows } = await again.query('select id, body, mark from notes.note');
      expect(rows).toEqual([{ id: 1, body: 'kept', mark: 'none' }]);
      await again.close();
    }
  }, 120_000);

  test('a migration that fails changes nothing and frees the folder', async () => {
    const dir = await newFolderWithDatabase();
    await writeFile(
      join(dir, 'migrations/0002_broken.sql'),
      '-- Up Migration\ncreate table notes.half (id integer);\nselect nonsense;\n',
    );
    await expect(open(dir)).rejects.toThrow(/nonsense/);
    await writeFile(
      join(dir, 'migrations/0002_broken.sql'),
      '-- Up Migration\ncreate table notes.half (id integer);\n',
    );
    const { query, close } = await open(dir);
    expect((await query('select * from notes.half')).rowCount).toBe(0);
    await close();
  }, 120_000);

  test('many queries at once are answered in turn, each with its own result, and a failing one harms no other', async () => {
    const { query, close } = await open(await newFolderWithDatabase());
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
    const database = await open(await newFolder(), server.url);
    const slow = 'select pg_sleep(1)';
    const underWay = {
      query: () => database.query(slow, [], detachedCall(30_000)),
      longQuery: () => database.longQuery(slow, [], 30_000),
    };
    for (const begin of Object.values(underWay)) {
      const outcome = expect(begin()).rejects.toMatchObject({ code: 'dependency_unavailable' });
      await sleep(300);
      await server.proxy.close();
      await outcome;
      await server.proxy.open();
      expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    }
    await database.close();
    await server.close();
  }, 120_000);

  test('is distinguished from an invalid statement', async () => {
    const nowhere = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/nothing',
      embeddedDir: '',
      schema: 'notes',
      migrationsDir: join(await newFolder(), 'migrations'),
      logger,
    });
    await expect(reachingDatabase(() => nowhere)).rejects.toMatchObject({
      code: 'dependency_unavailable',
      ctx: { dependency: 'database' },
    });
    const wrong = Object.assign(new Error('column "nonsense" does not exist'), { code: '42703' });
    await expect(reachingDatabase(() => Promise.reject(wrong))).rejects.toBe(wrong);
  });

  test.each(['57P01', '53300', '08006', '25006', 'ECONNRESET'])('%s means that it is away', async (code) => {
    const error = Object.assign(new Error('gone'), { code });
    await expect(reachingDatabase(() => Promise.reject(error))).rejects.toMatchObject({
      code: 'dependency_unavailable',
      cause: error,
    });
  });
});
