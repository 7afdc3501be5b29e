import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { type IndexedModel, requireSameModel } from '../model.js';
import { isCollectionName, namePrefix, newName } from '../names.js';
import { type QdrantClients, type QdrantOptions, asking, openClients, statusOf } from './client.js';
import { QdrantCollection } from './collection.js';
import { quantizationIn } from './queries.js';
import { PAYLOAD_INDEXES, collectionMetadata, collectionSchema, modelOf } from './schema.js';
import { quantizationOf } from '../recall-policy.js';
import type { Aliases, Collection, CollectionStore } from '../vector-index.js';

/** @throws AppError when the server cannot be reached, Error when it is too old. */
export async function openQdrantStore(options: QdrantOptions): Promise<CollectionStore> {
  const clients = openClients(options);
  const { version } = await clients.reading((client) => client.versionInfo());
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 1 || (major === 1 && minor < MINOR_MIN)) {
    throw new Error(`Qdrant ${version} is too old: 1.${MINOR_MIN} or later is needed.`);
  }
  return new QdrantStore(clients, options);
}

/** Collection metadata, which names the model of an index, and ACORN exist since 1.16. */
const MINOR_MIN = 16;
/** How long a replica may use old aliases. */
const ALIASES_TTL_MS = 5_000;
/** Added for requests that are already running. */
const IN_FLIGHT_MS = 1_000;
const CONFLICT = 409;

class QdrantStore implements CollectionStore {
  readonly backend = 'qdrant';
  readonly staleMs = ALIASES_TTL_MS + IN_FLIGHT_MS;
  readonly #clients: QdrantClients;
  readonly #options: QdrantOptions;
  readonly #aliasOf: Readonly<Record<keyof Aliases, string>>;
  #known: { aliases: Promise<Aliases>; readAt: number } | undefined;

  constructor(clients: QdrantClients, options: QdrantOptions) {
    this.#clients = clients;
    this.#options = options;
    const { collection } = options;
    this.#aliasOf = { serving: servingAlias(collection), rebuild: `${namePrefix(collection)}rebuild` };
  }

  aliases(isFresh = false): Promise<Aliases> {
    if (!isFresh && this.#known && Date.now() - this.#known.readAt < ALIASES_TTL_MS)
      return this.#known.aliases;
    const aliases = this.#findAliases();
    this.#known = { aliases, readAt: Date.now() };
    aliases.then(
      ({ serving }) => {
        // A missing alias is not cached: any replica may make the first upsert.
        if (serving === undefined) this.#known = undefined;
      },
      () => (this.#known = undefined),
    );
    return aliases;
  }

  /** The alias is created last; every step can be repeated. @throws AppError `model_mismatch` */
  async create(role: keyof Aliases, model: IndexedModel, points: number): Promise<Collection> {
    const name = newName(role, this.#options.collection, model);
    await asking(() => createCollection(this.#clients.write, { name, model, points, ...this.#options }));
    if (role === 'rebuild' || (await this.aliases(true)).serving === undefined)
      await this.#moveAliases([{ create_alias: { collection_name: name, alias_name: this.#aliasOf[role] } }]);
    const created = (await this.aliases())[role];
    if (created === undefined) throw new Error(`The alias of collection ${name} was not created.`);
    requireSameModel(created.model, model.fingerprint);
    return created;
  }

  async publish({ name }: { name: string }): Promise<void> {
    const { serving } = await this.aliases(true);
    // One request, which the cluster applies atomically.
    await this.#moveAliases([
      ...(serving ? [{ delete_alias: { alias_name: this.#aliasOf.serving } }] : []),
      { create_alias: { collection_name: name, alias_name: this.#aliasOf.serving } },
      { delete_alias: { alias_name: this.#aliasOf.rebuild } },
    ]);
  }

  async drop(name: string): Promise<void> {
    const { serving } = await this.aliases(true);
    if (serving?.name === name) throw new Error(`${name} serves.`);
    await asking(() => this.#clients.write.deleteCollection(name));
    this.#known = undefined;
  }

  async dropLeftovers(): Promise<void> {
    const [{ collections }, { aliases }] = await this.#clients.reading((client) =>
      Promise.all([client.getCollections(), client.getAliases()]),
    );
    const aliased = new Set(aliases.map(({ collection_name: name }) => name));
    for (const { name } of collections) {
      if (isCollectionName(this.#options.collection, name) && !aliased.has(name)) await this.drop(name);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #findAliases(): Promise<Aliases> {
    const { aliases } = await this.#clients.reading((client) => client.getAliases());
    const behind = (alias: string): string | undefined =>
      aliases.find(({ alias_name: name }) => name === alias)?.collection_name;
    const [serving, rebuild] = await Promise.all([
      this.#open(behind(this.#aliasOf.serving)),
      this.#open(behind(this.#aliasOf.rebuild)),
    ]);
    return { serving, rebuild };
  }

  async #open(name: string | undefined): Promise<QdrantCollection | undefined> {
    if (name === undefined) return undefined;
    const info = await this.#clients.reading((client) => client.getCollection(name));
    const model = modelOf(info);
    if (model === undefined) throw new Error(`Collection ${name} does not name the model that filled it.`);
    return new QdrantCollection(this.#clients, {
      name,
      model,
      quantization: quantizationIn(info),
      roughPoints: info.points_count ?? 0,
    });
  }

  async #moveAliases(actions: Schemas['AliasOperations'][]): Promise<void> {
    await asking(() => this.#clients.write.updateCollectionAliases({ actions }));
    await this.aliases(true);
  }
}

interface NewCollection extends QdrantOptions {
  name: string;
  model: IndexedModel;
  /** That it will hold, which decides how vectors are compressed. */
  points: number;
}

/** Leaves one that is there as it is. */
export async function createCollection(client: QdrantClient, options: NewCollection): Promise<void> {
  const { name, model, points } = options;
  const quantization = options.quantization ?? quantizationOf(points);
  try {
    await client.createCollection(name, collectionSchema(model, { ...options, quantization }));
  } catch (error) {
    if (statusOf(error) !== CONFLICT) throw error;
  }
  await client.updateCollection(name, { metadata: collectionMetadata(model) });
  await Promise.all(
    PAYLOAD_INDEXES.map(([field, type]) =>
      client.createPayloadIndex(name, { field_name: field, field_schema: type, wait: true }),
    ),
  );
}

/** Each schema version has its own alias, so that two versions of the service can run at the same time. */
export const servingAlias = (collection: string): string => `${namePrefix(collection)}current`;
