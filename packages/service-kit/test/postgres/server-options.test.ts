import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { describeWith, ENGINES, itWith } from '@imagesearch/testkit/engines';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import { z } from 'zod';
import { detachedCall } from '../../src/call-context.js';
import { parseConfig } from '../../src/config.js';
import { createLogger } from '../../src/logging.js';
import { openDatabase, type Database } from '../../src/postgres/database.js';
import { migrateServer } from '../../src/postgres/migrate.js';
import {
  databaseVariables,
  SERVER_DEFAULTS,
  serverOptionsOf,
  type ServerOptions,
} from '../../src/postgres/server-options.js';
import { startPgBouncer, type PgBouncer } from '../support/pgbouncer.js';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('the variables of a Postgres server', () => {
  const optionsOf = (env: Record<string, string>) =>
    serverOptionsOf(parseConfig(z.object(databaseVariables), env));

  test('have defaults, and are all read', () => {
    expect(optionsOf({})).toEqual(SERVER_DEFAULTS);
    expect(
      optionsOf({
        DATABASE_POOL_MAX: '3',
        DATABASE_POOLER: 'pgbouncer',
        MIGRATE_AT_START: 'true',
      }),
    ).toEqual({ poolMax: 3, pooler: 'pgbouncer', migratesAtStart: true });
  });

  test.each(['DATABASE_POOL_MAX', 'DATABASE_POOLER', 'MIGRATE_AT_START'])(
    '%s is refused when it makes no sense',
    (name) => {
      expect(() => optionsOf({ [name]: '-1' })).toThrow(new RegExp(name));
    },
  );
});

describeWith(ENGINES.postgres, 'a pool on a Postgres server', (engine) => {
  let home: TestDatabase;
  const dir = folderOfEachTest();
  let bouncer: PgBouncer | undefined;
  const opened: Database[] = [];

  beforeEach(async () => {
    home = await engine.create();
    await mkdir(join(dir, 'migrations'));
    await writeFile(
      join(dir, 'migrations/0001_notes.sql'),
      'create table notes.note (id integer primary key);',
    );
    await migrateServer(home.url ?? '', { ...schema(), logger });
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await bouncer?.close();
    bouncer = undefined;
    await home.drop();
  });

  const schema = () => ({ schema: 'notes', migrationsDir: join(dir, 'migrations') });
  async function open(server: Partial<ServerOptions>, url = home.url): Promise<Database> {
    const database = await openDatabase({ url, embeddedDir: '', ...schema(), server, logger });
    opened.push(database);
    return database;
  }

  test('has as many connections as are configured', async () => {
    const { query } = await open({ poolMax: 3 });
    await Promise.all(Array.from({ length: 12 }, () => query('select pg_sleep(0.1)')));
    const { rows } = await query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database()',
    );
    expect(rows[0]?.count).toBe(3);
  });

  test('asks a silent server whether it is there', async () => {
    const { query } = await open({ poolMax: 1 });
    const { rows } = await query<{ port: number }>('select inet_client_port() as port');
    expect(await timersOf(rows[0]?.port ?? 0)).toHaveLength(1);
  });

  itWith(
    ENGINES.pgBouncer,
    'through PgBouncer in transaction mode, many clients share few sessions',
    async () => {
      bouncer = await startPgBouncer(home.url ?? '', 2);
      const { query, longQuery } = await open({ pooler: 'pgbouncer' }, bouncer.url);
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => query<{ n: number }>('select $1::int + 0 as n', [n])),
      );
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n));
      expect((await longQuery<{ n: number }>('select $1::int as n', [7], 5_000)).rows).toEqual([{ n: 7 }]);

      const late = query('select pg_sleep(3)', [], detachedCall(300));
      await expect(late).rejects.toMatchObject({ code: 'deadline_exceeded' });
      expect(
        (await query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)).rows,
      ).toEqual([{ limit: '0' }]);
    },
  );

  itWith(
    ENGINES.pgBouncer,
    'through PgBouncer without the setting, and for migrations, says what to do',
    async () => {
      bouncer = await startPgBouncer(home.url ?? '', 2);
      await expect(open({}, bouncer.url)).rejects.toThrow(/connection pooler. Set DATABASE_POOLER=pgbouncer/);
      const migrating = migrateServer(bouncer.url, { ...schema(), logger });
      await expect(migrating).rejects.toThrow(/connection pooler. Migrations need the address of the server/);
    },
  );
});

/** Lines of the system's table of connections from this port whose timer is that of keepalive. */
async function timersOf(port: number): Promise<string[]> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const table = await readFile('/proc/net/tcp', 'utf8');
  return table.split('\n').filter((line) => new RegExp(`^\\s*\\d+: \\S+:${hex} \\S+ 01 \\S+ 02:`).test(line));
}
