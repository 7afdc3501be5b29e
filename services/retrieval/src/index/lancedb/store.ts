import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { type FolderLock, lockFolder } from '@imagesearch/service-kit/files/folder-lock';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { type Connection, Session, type Table, connect } from '@lancedb/lancedb';
import { z } from 'zod';
import { LanceCollection } from './collection.js';
import { type SearchEvents, type SearchSemaphore, searchSemaphore, writingTable } from './engine-calls.js';
import { INDEX_POLICY, type IndexPolicy, prepareTable } from './indexes.js';
import { modelOf, tableSchema } from './schema.js';
import type { IndexedModel } from '../model.js';
import { isCollectionName, newName } from '../names.js';
import type { Aliases, CollectionStore } from '../vector-index.js';

/** The engine's own bound is 1 GB, and every write adds the metadata of another version. */
const METADATA_CACHE_BYTES = 32n * 1024n * 1024n;

/** Opens the embedded engine's folder; the first upsert creates the table. */
export async function openLanceStore(
  dir: string,
  policy: Partial<IndexPolicy> = {},
  events?: SearchEvents,
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
    });
    await store.open();
    lock.restsBy((work) => store.atRest(work));
    return store;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const TABLE_PREFIX = 'points';

type LanceAliases = { [Alias in keyof Aliases]: LanceCollection | undefined };

interface LanceStoreParts {
  connection: Connection;
  dir: string;
  lock: FolderLock;
  policy: IndexPolicy;
  searches: SearchSemaphore;
}

class LanceStore implements CollectionStore {
  readonly backend = 'lancedb';
  /** The folder is locked, so no other process has old aliases. */
  readonly staleMs = 0;
  readonly #parts: LanceStoreParts;
  readonly #dir: string;
  readonly #changes = createSemaphore(1);
  #aliases: LanceAliases = { serving: undefined, rebuild: undefined };

  constructor(parts: LanceStoreParts) {
    this.#parts = parts;
    this.#dir = parts.dir;
  }

  async open(): Promise<void> {
    const aliased = await readAliases(this.#dir);
    const serving = await this.#openTable(aliased.serving);
    const rebuild = await this.#openTable(aliased.rebuild);
    await this.#setAliases({ serving, rebuild });
    await this.dropLeftovers();
  }

  aliases(): Promise<Aliases> {
    return Promise.resolve(this.#aliases);
  }

  create(role: keyof Aliases, model: IndexedModel): Promise<LanceCollection> {
    return this.#changes.run(async () => {
      const { serving } = this.#aliases;
      if (role === 'serving' && serving !== undefined) return serving;
      const collection = await this.#createTable(newName(role, TABLE_PREFIX, model), model);
      await this.#setAliases({ ...this.#aliases, [role]: collection });
      return collection;
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

  /** Runs work while no table changes. Searches go on. */
  atRest<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#changes.run(() => {
      const { serving, rebuild } = this.#aliases;
      const whileRebuildRests = () => (rebuild === undefined ? work() : rebuild.atRest(work));
      return serving === undefined ? whileRebuildRests() : serving.atRest(whileRebuildRests);
    });
  }

  async close(): Promise<void> {
    await this.#changes.run(async () => {
      await Promise.all([this.#aliases.serving?.close(), this.#aliases.rebuild?.close()]);
      this.#parts.connection.close();
    });
    await this.#parts.lock.release();
  }

  /** On disk first: after a crash the file has either the old or the new aliases. */
  async #setAliases(aliases: LanceAliases): Promise<void> {
    const { serving, rebuild } = aliases;
    const names = JSON.stringify({ serving: serving?.name, rebuild: rebuild?.name });
    await writeFileAtomic(join(this.#dir, ALIASES_FILE), names, { mode: 0o600 });
    this.#aliases = aliases;
  }

  async #createTable(name: string, model: IndexedModel): Promise<LanceCollection> {
    await this.#dropTable(name);
    return writingTable(this.#dir, async () => {
      const table = await this.#parts.connection.createEmptyTable(name, tableSchema(model));
      await prepareTable(table);
      return this.#collection(name, table, model);
    });
  }

  async #openTable(name: string | undefined): Promise<LanceCollection | undefined> {
    if (name === undefined || !isCollectionName(TABLE_PREFIX, name)) return undefined;
    if (!(await this.#hasVersion(name))) return undefined;
    const table = await this.#parts.connection.openTable(name);
    await prepareTable(table);
    return this.#collection(name, table, modelOf(await table.schema()));
  }

  #collection(name: string, table: Table, model: IndexedModel): LanceCollection {
    const { dir, policy, searches } = this.#parts;
    const collection = new LanceCollection({ name, model, table, dir, policy, searches });
    void collection.load();
    return collection;
  }

  /** Removes the folder, because the engine does not drop a table without a first version. */
  async #dropTable(name: string): Promise<void> {
    await rm(join(this.#dir, `${name}.lance`), { recursive: true, force: true });
  }

  /** A table whose creation was interrupted has a folder but no version, and no points. */
  #hasVersion(name: string): Promise<boolean> {
    return readdir(join(this.#dir, `${name}.lance`, '_versions')).then(
      (files) => files.some((file) => file.endsWith('.manifest')),
      () => false,
    );
  }
}

/** The tables in use; LanceDB itself has no aliases. */
const aliasesSchema = z.object({ serving: z.string().optional(), rebuild: z.string().optional() });
const ALIASES_FILE = 'aliases.json';

/** None when the file does not exist. */
async function readAliases(dir: string): Promise<z.infer<typeof aliasesSchema>> {
  try {
    return aliasesSchema.parse(JSON.parse(await readFile(join(dir, ALIASES_FILE), 'utf8')));
  } catch (error) {
    // By code, not by class: an error may come from another realm with its own `Error`.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
