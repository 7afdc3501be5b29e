import { mkdir, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { connect, makeArrowTable, type Connection, type Table } from '@lancedb/lancedb';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { lockFolder, type FolderLock } from '@imagesearch/service-kit/folder-lock';
import pLimit from 'p-limit';
import { requireDimensions, requireSameModel } from '../../domain/model-guard.js';
import type { Point } from '../../domain/point.js';
import type {
  Hit,
  IndexDescription,
  IndexedModel,
  ListQuery,
  RecallLists,
  RecallQuery,
  VectorIndex,
} from '../../domain/vector-index.js';
import { collectionName, namePrefix } from '../collection-name.js';
import { annIndex, INDEX_POLICY, type IndexPolicy } from './index-policy.js';
import { vectorHits, wordHits, type LanceListQuery } from './list-query.js';
import { COLUMN_INDEXES, modelOf, rowOf, tableSchema } from './schema.js';
import { idIn, idIsNot, whereAll } from './sql.js';

/** Opens the embedded engine's folder; the table in it is made by the first upsert. */
export async function openLanceIndex(dir: string, policy: IndexPolicy = INDEX_POLICY): Promise<VectorIndex> {
  // A relative path could be read as the address of a hosted database.
  const absolute = resolve(dir);
  await mkdir(absolute, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(absolute);
  try {
    const connection = await connect(absolute, { readConsistencyInterval: 0 });
    return new LanceIndex(connection, await openTable(connection, absolute), lock, policy);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Enough to keep the cores busy while some searches wait for the disk. */
const SEARCHES_PER_CORE = 4;

const TABLE_PREFIX = 'points';

interface OpenTable {
  table: Table;
  model: IndexedModel;
}

class LanceIndex implements VectorIndex {
  readonly backend = 'lancedb';
  readonly #connection: Connection;
  readonly #lock: FolderLock;
  readonly #policy: IndexPolicy;
  /** A search is bound by the processor: without a line, a hundred at once would all end last. */
  readonly #searches = pLimit(SEARCHES_PER_CORE * availableParallelism());
  /** Writes one after another: concurrent commits would conflict and be repeated. Reads never wait for them. */
  readonly #writes = pLimit(1);
  #open: OpenTable | undefined;

  constructor(connection: Connection, open: OpenTable | undefined, lock: FolderLock, policy: IndexPolicy) {
    this.#connection = connection;
    this.#open = open;
    this.#lock = lock;
    this.#policy = policy;
  }

  async describe(): Promise<IndexDescription> {
    return { points: (await this.#open?.table.countRows()) ?? 0, model: this.#open?.model };
  }

  upsert(modelFingerprint: string, points: readonly Point[]): Promise<void> {
    return this.#writes(async () => {
      const [first] = points;
      if (first === undefined) return;
      const model = this.#open?.model ?? { fingerprint: modelFingerprint, dimensions: first.image.length };
      requireSameModel(model, modelFingerprint);
      for (const [position, { image, caption }] of points.entries()) {
        requireDimensions(model, image, ['points', position, 'image']);
        if (caption !== null) requireDimensions(model, caption, ['points', position, 'caption']);
      }
      this.#open ??= await createTable(this.#connection, model);
      await this.#open.table
        .mergeInsert('asset_id')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(makeArrowTable(points.map(rowOf), { schema: tableSchema(model) }));
    });
  }

  delete(assetIds: readonly string[]): Promise<void> {
    return this.#writes(async () => {
      if (assetIds.length > 0) await this.#open?.table.delete(idIn(assetIds));
    });
  }

  async contentVersions(assetIds: readonly string[]): Promise<Map<string, string>> {
    if (this.#open === undefined || assetIds.length === 0) return new Map();
    const rows = (await this.#open.table
      .query()
      .where(idIn(assetIds))
      .select(['asset_id', 'content_version'])
      .toArray()) as { asset_id: string; content_version: string }[];
    return new Map(rows.map((row) => [row.asset_id, row.content_version]));
  }

  optimize(): Promise<void> {
    return this.#writes(async () => {
      if (this.#open === undefined) return;
      const { table } = this.#open;
      const points = await table.countRows();
      if (points >= this.#policy.annPointsMin) await createMissingAnnIndexes(table, points);
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - this.#policy.versionRetentionMs) });
    });
  }

  async recall(query: RecallQuery, call: CallContext): Promise<RecallLists> {
    if (this.#open === undefined) return emptyLists(query);
    const { table, model } = this.#open;
    if (query.modelFingerprint !== undefined) requireSameModel(model, query.modelFingerprint);
    const { terms, caption, image } = query;
    if (caption) requireDimensions(model, caption, ['caption']);
    if (image) requireDimensions(model, image, ['image']);

    const [words, captions, images] = await this.#inLine(call, () => {
      const list = lanceQuery(query, call);
      return Promise.all([
        terms.length > 0 ? wordHits(table, terms, list) : undefined,
        caption && vectorHits(table, 'caption', caption, list),
        image && vectorHits(table, 'image', image, list),
      ]);
    });
    return {
      ...(words && { words }),
      ...(captions && { caption: captions }),
      ...(images && { image: images }),
    };
  }

  async nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Hit[] | undefined> {
    if (this.#open === undefined) return undefined;
    const { table } = this.#open;
    const [seed] = (await table
      .query()
      .where(idIn([assetId]))
      .select(['image'])
      .limit(1)
      .toArray()) as {
      image: Iterable<number>;
    }[];
    if (seed === undefined) return undefined;
    return this.#inLine(call, () => {
      const list = lanceQuery(query, call);
      const where = [idIsNot(assetId), ...(list.where === undefined ? [] : [list.where])].join(' AND ');
      return vectorHits(table, 'image', Float32Array.from(seed.image), { ...list, where });
    });
  }

  async close(): Promise<void> {
    await this.#writes(() => {
      this.#open?.table.close();
      this.#connection.close();
    });
    await this.#lock.release();
  }

  /** Runs a search when its turn comes, unless nobody waits for it any more. */
  #inLine<T>(call: CallContext, work: () => Promise<T>): Promise<T> {
    return this.#searches(async () => {
      if (call.signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
      if (isLate(call)) throw tooLate();
      try {
        return await work();
      } catch (error) {
        // The engine stops a query at its deadline with an error that only its text would tell from others.
        throw isLate(call) ? tooLate(error) : error;
      }
    });
  }
}

function isLate({ deadlineAt }: CallContext): boolean {
  return Date.now() >= deadlineAt;
}

function tooLate(cause?: unknown): AppError {
  return new AppError('deadline_exceeded', 'The index was too busy to answer in time.', { cause });
}

async function openTable(connection: Connection, dir: string): Promise<OpenTable | undefined> {
  for (const name of await connection.tableNames()) {
    if (!name.startsWith(namePrefix(TABLE_PREFIX)) || !(await hasVersion(dir, name))) continue;
    const table = await connection.openTable(name);
    await createMissingColumnIndexes(table);
    return { table, model: modelOf(await table.schema()) };
  }
  return undefined;
}

/** A table whose creation was cut short has a folder and no first version: nothing was ever in it. */
function hasVersion(dir: string, name: string): Promise<boolean> {
  return readdir(join(dir, `${name}.lance`, '_versions')).then(
    (files) => files.some((file) => file.endsWith('.manifest')),
    () => false,
  );
}

async function createTable(connection: Connection, model: IndexedModel): Promise<OpenTable> {
  const table = await connection.createEmptyTable(
    collectionName(TABLE_PREFIX, model.fingerprint),
    tableSchema(model),
  );
  await createMissingColumnIndexes(table);
  return { table, model };
}

/** Before any data, and again at each start: a crash may have come between the table and its indexes. */
async function createMissingColumnIndexes(table: Table): Promise<void> {
  const indexed = await indexedColumns(table);
  for (const [column, config] of Object.entries(COLUMN_INDEXES)) {
    if (!indexed.has(column)) await table.createIndex(column, { config: config() });
  }
}

async function createMissingAnnIndexes(table: Table, points: number): Promise<void> {
  const indexed = await indexedColumns(table);
  for (const column of ['image', 'caption']) {
    if (!indexed.has(column)) await table.createIndex(column, { config: annIndex(points) });
  }
}

async function indexedColumns(table: Table): Promise<Set<string>> {
  return new Set((await table.listIndices()).flatMap(({ columns }) => columns));
}

function lanceQuery(query: ListQuery, call: CallContext): LanceListQuery {
  return {
    where: whereAll(query.conditions),
    listLimit: query.listLimit,
    withPalette: query.withPalette,
    timeoutMs: Math.max(1, Math.floor(call.deadlineAt - Date.now())),
  };
}

function emptyLists({ terms, caption, image }: RecallQuery): RecallLists {
  return {
    ...(terms.length > 0 && { words: [] }),
    ...(caption && { caption: [] }),
    ...(image && { image: [] }),
  };
}
