import { z } from 'zod';
import { databaseUrl } from '../config.js';

/** How a service uses a Postgres server. The embedded engine needs none of it. */
export interface ServerOptions {
  /** Connections of one process. */
  poolMax: number;
  /** What is in between. PgBouncer gives each transaction another session and refuses settings of one. */
  pooler: 'none' | 'pgbouncer';
  /** Migrates the schema; otherwise a start only checks it. */
  migratesAtStart: boolean;
}

export const SERVER_DEFAULTS: ServerOptions = {
  poolMax: 10,
  pooler: 'none',
  migratesAtStart: false,
};

/** The variables of every service that holds a pool. */
export const databaseVariables = {
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(1_000).default(SERVER_DEFAULTS.poolMax),
  DATABASE_POOLER: z.enum(['none', 'pgbouncer']).default(SERVER_DEFAULTS.pooler),
  MIGRATE_AT_START: z.stringbool().default(SERVER_DEFAULTS.migratesAtStart),
} as const;

type DatabaseVariables = z.output<z.ZodObject<typeof databaseVariables>>;

export function serverOptionsOf(values: DatabaseVariables): ServerOptions {
  return {
    poolMax: values.DATABASE_POOL_MAX,
    pooler: values.DATABASE_POOLER,
    migratesAtStart: values.MIGRATE_AT_START,
  };
}
