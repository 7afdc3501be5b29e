import { join } from 'node:path';

/** Beside `src` and `dist` alike. */
export const MIGRATIONS_DIR = join(import.meta.dirname, '../migrations');
