import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { loadConfig } from '@imagesearch/retrieval/config';
import { Snapshots } from '@imagesearch/retrieval/index/qdrant/snapshots';
import { databaseUrl, parseConfig } from '@imagesearch/service-kit/config';
import { CommandFailure } from '@imagesearch/service-kit/process/command';
import { z } from 'zod';
import { dataDirOf } from './local-command.js';

export const BACKUP_FORMAT = 2;

/** `backup.json` of a backup, which is written last; a folder without it is not whole. */
export const backupDescription = z.object({
  format: z.literal(BACKUP_FORMAT),
  takenAt: z.iso.datetime(),
  /** What is beside it, without this file and the list itself: `sha256` is of `files.jsonl`, which has each of them. */
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
  /** Whether `database.dump` is beside it; otherwise the databases are embedded ones, within `data`. */
  hasDatabase: z.boolean(),
  /** Of the folder `index` beside it; otherwise the index is one of LanceDB, within `data`. */
  index: z
    .object({
      collection: z.string(),
      model: z.object({
        fingerprint: z.string(),
        dimensions: z.object({ image: z.int(), caption: z.int(), sight: z.int() }),
      }),
      points: z.int(),
      checksums: z.array(z.string().nullable()),
    })
    .optional(),
});

export type BackupDescription = z.output<typeof backupDescription>;

/** The folders of DATA_DIR that nothing else can replace, and the small files beside them. */
export const KEPT = ['gateway', 'rights', 'retrieval', 'service-token', 'demo.json'] as const;

export interface Stores {
  dataDir: string;
  /** The database of gateway and rights; undefined for the embedded ones, which lie in `dataDir`. */
  databaseUrl: string | undefined;
  /** Of an index in Qdrant; undefined for one of LanceDB, which lies in `dataDir`. */
  snapshots: Snapshots | undefined;
}

/** The stores that the environment names. @throws ConfigError */
export function storesOf(env: NodeJS.ProcessEnv): Stores {
  const { qdrant } = loadConfig(env);
  const { DATABASE_URL, QDRANT_NODES } = parseConfig(variables, env);
  return {
    dataDir: dataDirOf(env),
    databaseUrl: DATABASE_URL,
    snapshots: qdrant && new Snapshots(qdrant, QDRANT_NODES),
  };
}

const variables = z.object({
  DATABASE_URL: databaseUrl,
  /** Of every node of a cluster. */
  QDRANT_NODES: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((address) => address.trim() || []))
    .pipe(z.array(z.url({ protocol: /^https?$/, error: 'expected http://…,http://… of every node' }))),
});

/** Work on Qdrant, whose own words say what went wrong. @throws CommandFailure */
export async function inWords<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    throw new CommandFailure(error instanceof Error ? error.message : String(error));
  }
}

const SCHEMAS = ['gateway', 'rights'];

/** Writes both schemas as they are at one moment; the services may go on. @throws CommandFailure */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  const schemas = SCHEMAS.map((schema) => `--schema=${schema}`);
  await run('pg_dump', ['--format=custom', ...schemas, `--file=${file}`, `--dbname=${url}`]);
}

/** All or nothing, into a database without these schemas. @throws CommandFailure */
export async function restoreDatabase(url: string, file: string): Promise<void> {
  await run('pg_restore', ['--single-transaction', '--exit-on-error', `--dbname=${url}`, file]);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(program, args);
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    throw new CommandFailure(
      code === 'ENOENT'
        ? `There is no ${program}: install the client programs of Postgres.`
        : `${program} failed: ${stderr.trim()}`,
    );
  }
}
