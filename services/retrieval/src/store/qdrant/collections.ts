import type { QdrantClient } from '@qdrant/js-client-rest';
import type { QdrantConfig } from '../../config.js';
import { requireSameModel } from '../../domain/model-guard.js';
import type { IndexedModel } from '../../domain/vector-index.js';
import { collectionName, namePrefix } from '../collection-name.js';
import { statusOf } from './qdrant-errors.js';
import { collectionMetadata, collectionSchema, modelOf, PAYLOAD_INDEXES } from './schema.js';

export interface Collection {
  name: string;
  model: IndexedModel;
}

/** The collection behind the alias; undefined while there is none. */
export async function findCollection(
  client: QdrantClient,
  config: QdrantConfig,
): Promise<Collection | undefined> {
  const { aliases } = await client.getAliases();
  const name = aliases.find(({ alias_name }) => alias_name === aliasName(config))?.collection_name;
  if (name === undefined) return undefined;
  const model = modelOf(await client.getCollection(name));
  if (model === undefined) throw new Error(`Collection ${name} does not say which model filled it.`);
  return { name, model };
}

/**
 * Makes the collection of a model and puts it behind the alias, last, so that nobody reads an unfinished one.
 * Every step may be repeated: after a crash, or by another replica at the same moment.
 * @throws AppError `model_mismatch` when another replica was first, with another model.
 */
export async function createCollection(
  client: QdrantClient,
  config: QdrantConfig,
  model: IndexedModel,
): Promise<Collection> {
  const name = collectionName(config.collection, model.fingerprint);
  try {
    await client.createCollection(name, collectionSchema(model, config));
  } catch (error) {
    if (statusOf(error) !== CONFLICT) throw error;
  }
  await client.updateCollection(name, { metadata: collectionMetadata(model) });
  await Promise.all(
    PAYLOAD_INDEXES.map(([field, type]) =>
      client.createPayloadIndex(name, { field_name: field, field_schema: type, wait: true }),
    ),
  );
  if ((await findCollection(client, config)) === undefined) {
    await client.updateCollectionAliases({
      actions: [{ create_alias: { collection_name: name, alias_name: aliasName(config) } }],
    });
  }
  const collection = await findCollection(client, config);
  if (collection === undefined) throw new Error(`The alias of collection ${name} was not made.`);
  requireSameModel(collection.model, model.fingerprint);
  return collection;
}

const CONFLICT = 409;

/** One alias a schema version, so that two versions of the service can run side by side. */
function aliasName({ collection }: QdrantConfig): string {
  return `${namePrefix(collection)}current`;
}
