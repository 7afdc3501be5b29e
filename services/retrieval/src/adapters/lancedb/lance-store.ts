import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connect, Session, type Connection, type Table } from '@lancedb/lancedb';
import type { Logger } from '@imagesearch/service-kit/logging';
import { lockFolder, type FolderLock } from '@imagesearch/service-kit/files/folder-lock';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { CollectionStore, Aliases } from '../../domain/collection.js';
import type { RebuildRecord } from '../../domain/rebuild-record.js';
import type { IndexedModel } from '../../domain/vector-index.js';
import { collectionName, isCollectionName, rebuildName } from '../collection-name.js';
import { ResidentCollection } from '../memory/resident-collection.js';
import { INDEX_POLICY, memoryNeededBytes, residentPointsMax, type IndexPolicy } from './index-policy.js';
import { LanceCollection } from './lance-collection.js';
import { prepareTable } from './prepare-table.js';
import { readAliases, writeAliases, type AliasedTables } from './aliases-file.js';
import { readRebuildRecord, writeRebuildRecord } from './rebuild-record-file.js';
import { modelOf, tableSchema } from './schema.js';
import { searchSemaphore, type SearchEvents, type SearchSemaphore } from './search-semaphore.js';
import { writingTable } from './storage-errors.js';

/** The engine's own bound is 1 GB, and every write adds the metadata of another version. */
const METADATA_CACHE_BYTES = 32n * 1024n * 1024n;

/** Opens the embedded engine's folder; the first upsert creates the table. */
export async function openLanceStore(
  dir: string,
  policy: Partial<IndexPolicy> = {},
  { events, logger }: { events?: SearchEvents | undefined; logger?: IndexLogger | undefined } = {},
): Promise<CollectionStore> {
  // A relative path could be read as the address of a hosted database.
  const absolute = resolve(dir);
  await mkdir(absolute, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(absolute);
  try {
    const store = new LanceStore({
      connection: await connect(
        absolute,
        { readConsistencyInterval: 0 },
        new Session(null, METADATA_CACHE_BYTES),
      ),
      dir: absolute,
      lock,
      policy: { ...INDEX_POLICY, ...policy },
      searches: searchSemaphore(events),
      logger,
    });
    await store.open();
    return store;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export type IndexLogger = Pick<Logger, 'warn'>;

const TABLE_PREFIX = 'points';
const MIB = 1024 * 1024;

type LanceAliases = { [Alias in keyof Aliases]: ResidentCollection | undefined };

interface LanceStoreParts {
  connection: Connection;
  dir: string;
  lock: FolderLock;
  policy: IndexPolicy;
  searches: SearchSemaphore;
  logger: IndexLogger | undefined;
}

class LanceStore implements CollectionStore {
  readonly backend = 'lancedb';
  /** The folder is locked, so no other process has old aliases. */
  readonly staleMs = 0;
  readonly #connection: Connection;
  readonly #dir: string;
  readonly #lock: FolderLock;
  readonly #policy: IndexPolicy;
  readonly #searches: SearchSemaphore;
  readonly #logger: IndexLogger | undefined;
  readonly #changes = createSemaphore(1);
  #aliases: LanceAliases = { serving: undefined, rebuild: undefined };
  #hasWarned = false;

  constructor({ connection, dir, lock, policy, searches, logger }: LanceStoreParts) {
    this.#connection = connection;
    this.#dir = dir;
    this.#lock = lock;
    this.#policy = policy;
    this.#searches = searches;
    this.#logger = logger;
  }

  async open(): Promise<void> {
    const aliased = (await readAliases(this.#dir)) ?? { serving: (await this.#completeTables())[0] };
    const serving = await this.#openTable(aliased.serving);
    const rebuild = await this.#openTable(aliased.rebuild);
    await this.#setAliases({ serving, rebuild });
    await this.dropLeftovers();
  }

  aliases(): Promise<Aliases> {
    return Promise.resolve(this.#aliases);
  }

  currentAliases(): Promise<Aliases> {
    return this.aliases();
  }

  createServing(model: IndexedModel): Promise<ResidentCollection> {
    return this.#changes.run(async () => {
      const serving =
        this.#aliases.serving ??
        (await this.#createTable(collectionName(TABLE_PREFIX, model.fingerprint), model));
      await this.#setAliases({ ...this.#aliases, serving });
      return serving;
    });
  }

  createRebuild(model: IndexedModel): Promise<ResidentCollection> {
    return this.#changes.run(async () => {
      const rebuild = await this.#createTable(rebuildName(TABLE_PREFIX, model.fingerprint), model);
      await this.#setAliases({ ...this.#aliases, rebuild });
      return rebuild;
    });
  }

  publish({ name }: { name: string }): Promise<void> {
    return this.#changes.run(async () => {
      const { rebuild } = this.#aliases;
      if (rebuild?.name !== name) throw new Error(`${name} is not being rebuilt.`);
      await this.#setAliases({ serving: rebuild, rebuild: undefined });
    });
  }

  drop(name: string): Promise<void> {
    return this.#changes.run(async () => {
      if (this.#aliases.serving?.name === name) throw new Error(`${name} serves.`);
      if (this.#aliases.rebuild?.name === name)
        await this.#setAliases({ ...this.#aliases, rebuild: undefined });
      await this.#dropTable(name);
    });
  }

  rebuildRecord(): Promise<RebuildRecord | undefined> {
    return readRebuildRecord(this.#dir);
  }

  keepRebuildRecord(record: RebuildRecord): Promise<void> {
    return writeRebuildRecord(this.#dir, record);
  }

  dropLeftovers(): Promise<void> {
    return this.#changes.run(async () => {
      const { serving, rebuild } = this.#aliases;
      // By folder, because the engine does not list a table whose creation was interrupted.
      for (const entry of await readdir(this.#dir)) {
        const name = entry.replace(/\.lance$/, '');
        if (name === entry || !isCollectionName(TABLE_PREFIX, name)) continue;
        if (name !== serving?.name && name !== rebuild?.name) await this.#dropTable(name);
      }
    });
  }

  async close(): Promise<void> {
    await this.#changes.run(async () => {
      await Promise.all([this.#aliases.serving?.close(), this.#aliases.rebuild?.close()]);
      this.#connection.close();
    });
    await this.#lock.release();
  }

  /** On disk first: after a crash the file has either the old or the new aliases. */
  async #setAliases(aliases: LanceAliases): Promise<void> {
    const aliased: AliasedTables = {
      ...(aliases.serving && { serving: aliases.serving.name }),
      ...(aliases.rebuild && { rebuild: aliases.rebuild.name }),
    };
    await writeAliases(this.#dir, aliased);
    this.#aliases = aliases;
  }

  async #createTable(name: string, model: IndexedModel): Promise<ResidentCollection> {
    await this.#dropTable(name);
    return writingTable(this.#dir, async () => {
      const table = await this.#connection.createEmptyTable(name, tableSchema(model));
      await prepareTable(table);
      return this.#collection(name, table, model);
    });
  }

  async #openTable(name: string | undefined): Promise<ResidentCollection | undefined> {
    if (name === undefined || !(await this.#hasVersion(name))) return undefined;
    const table = await this.#connection.openTable(name);
    await prepareTable(table);
    return this.#collection(name, table, modelOf(await table.schema()));
  }

  #collection(name: string, table: Table, model: IndexedModel): ResidentCollection {
    const engine = new LanceCollection({
      name,
      model,
      table,
      dir: this.#dir,
      policy: this.#policy,
      searches: this.#searches,
    });
    const collection = new ResidentCollection(engine, residentPointsMax(this.#policy, model), (points) =>
      this.#warnOfMemory(points, model),
    );
    void collection.load();
    return collection;
  }

  /** Once: more memory makes searches several times as fast, and nothing else says so. */
  #warnOfMemory(points: number, model: IndexedModel): void {
    const neededBytes = memoryNeededBytes(points, this.#policy, model);
    if (neededBytes === undefined || this.#hasWarned) return;
    this.#hasWarned = true;
    this.#logger?.warn(
      { points, INDEX_MEMORY_MB: this.#policy.memoryBytesMax / MIB, neededMb: Math.ceil(neededBytes / MIB) },
      'the index is larger than INDEX_MEMORY_MB, so its engine answers searches, more slowly than memory would',
    );
  }

  /** Removes the folder, because the engine does not drop a table without a first version. */
  async #dropTable(name: string): Promise<void> {
    await rm(join(this.#dir, `${name}.lance`), { recursive: true, force: true });
  }

  async #completeTables(): Promise<string[]> {
    const names = (await this.#connection.tableNames()).filter((name) =>
      isCollectionName(TABLE_PREFIX, name),
    );
    const whole = await Promise.all(names.map((name) => this.#hasVersion(name)));
    return names.filter((_, position) => whole[position]);
  }

  /** A table whose creation was interrupted has a folder but no version, and no points. */
  #hasVersion(name: string): Promise<boolean> {
    return readdir(join(this.#dir, `${name}.lance`, '_versions')).then(
      (files) => files.some((file) => file.endsWith('.manifest')),
      () => false,
    );
  }
}
