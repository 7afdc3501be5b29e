import { join } from 'node:path';

/** `src` and `dist` stand side by side, and `.sql` files are read where they were written. */
const PACKAGE_DIR = join(import.meta.dirname, '..');

/** The gateway's own schema: tables by numbered migrations, credit rules by repeatable functions. */
export const GATEWAY_SCHEMA = {
  schema: 'gateway',
  migrationsDir: join(PACKAGE_DIR, 'migrations'),
  functionsDirs: [join(PACKAGE_DIR, 'src/billing/sql')],
} as const;
