import { join } from 'node:path';

/** The schema of the rights service: numbered migrations make its tables. */
export const RIGHTS_SCHEMA = {
  schema: 'rights',
  migrationsDir: join(import.meta.dirname, '../migrations'),
} as const;
