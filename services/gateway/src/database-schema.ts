import { join } from 'node:path';

/** The parent of `src` and `dist`; `.sql` files are read from `src`. */
const PACKAGE_DIR = join(import.meta.dirname, '..');

/** The gateway's own schema: numbered migrations make its tables, repeatable functions hold the credit rules. */
export const GATEWAY_SCHEMA = {
  schema: 'gateway',
  migrationsDir: join(PACKAGE_DIR, 'migrations'),
  functionsDirs: [join(PACKAGE_DIR, 'src/billing/sql')],
} as const;
