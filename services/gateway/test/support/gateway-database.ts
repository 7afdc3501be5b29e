import { join } from 'node:path';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { DatabaseEngine, TestDatabase } from '@imagesearch/testkit/stores/databases';
import { GATEWAY_SCHEMA } from '../../src/stores.js';

export interface GatewayDatabase extends Database {
  /** Where another gateway finds the same database. */
  home: TestDatabase;
}

/** An empty database with the gateway's schema; `close` also drops it. */
export async function openGatewayDatabase(engine: DatabaseEngine): Promise<GatewayDatabase> {
  const home = await engine.create();
  const database = await openSchemaOn(home);
  return {
    home,
    query: database.query,
    close: async () => {
      await database.close();
      await home.drop();
    },
  };
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
