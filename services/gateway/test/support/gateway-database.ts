import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { DatabaseEngine, TestDatabase } from '@imagesearch/testkit/stores/databases';
import { GATEWAY_SCHEMA } from '../../src/stores.js';

/** An empty database with the gateway's schema, of the suite that asks for it. */
export function databaseForAll(engine: DatabaseEngine): Pick<Database, 'query'> {
  let database: Database;
  beforeAll(async () => {
    database = await openGatewayDatabase(engine);
  }, 120_000);
  afterAll(() => database.close());
  return { query: (...asked) => database.query<never>(...asked) };
}

/** The same; `close` also drops it. */
export async function openGatewayDatabase(engine: DatabaseEngine): Promise<Database> {
  const home = await engine.create();
  const database = await openSchemaOn(home);
  const close = () => database.close().then(() => home.drop());
  return { ...database, close };
}

/** The gateway's schema, on a database that the test made. */
export function openSchemaOn({ url, dir }: Pick<TestDatabase, 'url' | 'dir'>): Promise<Database> {
  return openDatabase({
    url,
    embeddedDir: join(dir, 'postgres'),
    ...GATEWAY_SCHEMA,
    server: { migratesAtStart: true },
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
}
