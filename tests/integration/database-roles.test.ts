import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { GATEWAY_SCHEMA } from '@imagesearch/gateway/stores';
import { RIGHTS_SCHEMA } from '@imagesearch/rights/config';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { readText } from '@imagesearch/testkit/repository';
import { administer, type TestDatabase } from '@imagesearch/testkit/stores/databases';

const SCHEMAS = { gateway: GATEWAY_SCHEMA, rights: RIGHTS_SCHEMA };

// Roles belong to a server; the embedded engine has one user, its own process.
describeWith(ENGINES.postgres, 'one role for each schema', (server) => {
  let home: TestDatabase;
  const opened: Database[] = [];

  beforeEach(async () => {
    home = await server.create();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await home.drop();
  });

  /** As the service opens it, migrations included; by a role of the schema, or by the administrator. */
  async function open(schema: keyof typeof SCHEMAS, role?: string): Promise<Database> {
    const url = new URL(home.url ?? '');
    if (role !== undefined) url.username = role;
    const database = await openDatabase({
      url: url.href,
      embeddedDir: '',
      server: { migratesAtStart: true },
      ...SCHEMAS[schema],
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    opened.push(database);
    return database;
  }

  const createRoles = () => administer(home.url ?? '', readText('infra/postgres/roles.sql'));

  async function expectApart(gateway: Database, rights: Database): Promise<void> {
    await expect(gateway.query('SELECT count(*) FROM gateway.accounts')).resolves.toMatchObject({
      rowCount: 1,
    });
    await expect(rights.query('SELECT count(*) FROM rights.assets')).resolves.toMatchObject({ rowCount: 1 });
    for (const sql of ['SELECT * FROM rights.assets', 'DELETE FROM rights.assets', 'CREATE SCHEMA mine'])
      await expect(gateway.query(sql)).rejects.toThrow(/permission denied/);
    for (const sql of ['SELECT * FROM gateway.api_keys', 'CREATE TABLE public.mine (id int)'])
      await expect(rights.query(sql)).rejects.toThrow(/permission denied/);
  }

  it('on an empty database each service makes its own schema and reads no other', async () => {
    await createRoles();
    await expectApart(
      await open('gateway', 'imagesearch_gateway'),
      await open('rights', 'imagesearch_rights'),
    );
  }, 60_000);

  it('on the database of one role the schemas change hands, and the roles can be made again', async () => {
    await open('gateway');
    await open('rights');
    await createRoles();
    await createRoles();
    await expectApart(
      await open('gateway', 'imagesearch_gateway'),
      await open('rights', 'imagesearch_rights'),
    );
  }, 60_000);
});
