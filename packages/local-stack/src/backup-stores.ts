import { access, mkdir } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { Snapshots, type SavedIndex } from '@imagesearch/retrieval/index/qdrant/snapshots';
import { loadConfig, type RetrievalConfig } from '@imagesearch/retrieval/config';
import { parseConfig } from '@imagesearch/service-kit/config';
import { OperatorError } from './local-command.js';

export const BACKUP_FORMAT = 1;

/** `backup.json` of a backup; a folder without it is not whole. */
export const backupDescription = z.object({
  format: z.literal(BACKUP_FORMAT),
  takenAt: z.iso.datetime(),
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

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export type QdrantIndex = NonNullable<RetrievalConfig['qdrant']> & {
  /** Addresses of every node of a cluster; none for a single server. */
  nodes: readonly string[];
};

/** The index that QDRANT_URL and QDRANT_NODES name; undefined without the former. @throws ConfigError */
export function readIndexConfig(env: NodeJS.ProcessEnv): QdrantIndex | undefined {
  const { qdrant } = loadConfig(env);
  const { QDRANT_NODES: nodes } = parseConfig(z.object({ QDRANT_NODES: nodeAddresses }), env);
  return qdrant && { ...qdrant, nodes };
}

const nodeAddresses = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((address) => address.trim() || []))
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'expected http://…,http://… of every node' })));

/** Undefined while nothing was ever indexed. @throws OperatorError */
export async function saveIndex(index: QdrantIndex, folder: string): Promise<SavedIndex | undefined> {
  await mkdir(folder);
  return inWords(() => new Snapshots(index, index.nodes).save(folder));
}

/** Puts a saved index where none is. Every step can be repeated until the last one. */
export class IndexRestore {
  readonly #snapshots: Snapshots;
  readonly #saved: SavedIndex;

  constructor(index: QdrantIndex, saved: SavedIndex) {
    this.#snapshots = new Snapshots(index, index.nodes);
    this.#saved = saved;
  }

  /** @throws OperatorError when an index serves already. */
  check(): Promise<void> {
    return inWords(() => this.#snapshots.requireRestorable(this.#saved));
  }

  /** @throws OperatorError */
  upload(folder: string): Promise<void> {
    return inWords(() => this.#snapshots.upload(this.#saved, folder));
  }

  /** @throws OperatorError */
  serve(): Promise<void> {
    return inWords(() => this.#snapshots.serve(this.#saved));
  }
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
}

const SCHEMAS = ['gateway', 'rights'];

/** Writes both schemas as they are at one moment; the services may go on. @throws OperatorError */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  const schemas = SCHEMAS.map((schema) => `--schema=${schema}`);
  await run('pg_dump', ['--format=custom', ...schemas, `--file=${file}`, `--dbname=${url}`]);
}

/** All or nothing, into a database without these schemas. @throws OperatorError */
export async function restoreDatabase(url: string, file: string): Promise<void> {
  await run('pg_restore', ['--single-transaction', '--exit-on-error', `--dbname=${url}`, file]);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close').catch(() => {
    throw new OperatorError(`There is no ${program}: install the client programs of Postgres.`);
  })) as [number | null];
  if (code !== 0) throw new OperatorError(`${program} failed: ${said.trim()}`);
}
