import { QdrantClient, type Schemas } from '@qdrant/js-client-rest';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { QdrantConfig } from '../../config.js';
import { requireDimensions, requireSameModel } from '../../domain/model-guard.js';
import type { Point } from '../../domain/point.js';
import {
  sortHits,
  type Hit,
  type IndexDescription,
  type ListName,
  type ListQuery,
  type RecallLists,
  type RecallQuery,
  type VectorIndex,
} from '../../domain/vector-index.js';
import { createCollection, findCollection, type Collection } from './collections.js';
import { filterAll } from './filter.js';
import { asking } from './qdrant-errors.js';
import { pointId, recordOf, swatchesIn, textIn, type Payload } from './schema.js';
import { queryWords } from './sparse-words.js';

/** @throws AppError when the server cannot be reached, Error when it is too old. */
export async function openQdrantIndex(config: QdrantConfig): Promise<VectorIndex> {
  const client = new QdrantClient({
    url: config.url,
    timeout: REQUEST_TIMEOUT_MS,
    // Its check prints to the console and goes on; ours stops the start.
    checkCompatibility: false,
    // A compressed answer leaves the server in pieces that wait for each other's acknowledgement: some 45 ms a query.
    headers: { 'accept-encoding': 'identity' },
    ...(config.apiKey !== undefined && { apiKey: config.apiKey }),
  });
  const { version } = await asking(() => client.versionInfo());
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 1 || (major === 1 && minor < MINOR_MIN)) {
    throw new Error(`Qdrant ${version} is too old: 1.${MINOR_MIN} or later is needed.`);
  }
  return new QdrantIndex(client, config);
}

/** Collection metadata, which says what filled an index, came with 1.16. */
const MINOR_MIN = 16;
const REQUEST_TIMEOUT_MS = 30_000;
/** How long a replica may go on reading a collection after the alias was moved to another. */
const COLLECTION_TTL_MS = 5_000;

class QdrantIndex implements VectorIndex {
  readonly backend = 'qdrant';
  readonly #client: QdrantClient;
  readonly #config: QdrantConfig;
  #known: { collection: Collection; readAt: number } | undefined;

  constructor(client: QdrantClient, config: QdrantConfig) {
    this.#client = client;
    this.#config = config;
  }

  describe(): Promise<IndexDescription> {
    return asking(async () => {
      const collection = await this.#collection();
      if (collection === undefined) return { points: 0, model: undefined };
      const { count } = await this.#client.count(collection.name, { exact: true });
      return { points: count, model: collection.model };
    });
  }

  upsert(modelFingerprint: string, points: readonly Point[]): Promise<void> {
    return asking(async () => {
      const [first] = points;
      if (first === undefined) return;
      const known = await this.#collection();
      const model = known?.model ?? { fingerprint: modelFingerprint, dimensions: first.image.length };
      requireSameModel(model, modelFingerprint);
      for (const [position, { image, caption }] of points.entries()) {
        requireDimensions(model, image, ['points', position, 'image']);
        if (caption !== null) requireDimensions(model, caption, ['points', position, 'caption']);
      }
      const { name } = known ?? (await createCollection(this.#client, this.#config, model));
      await this.#client.upsert(name, { wait: true, points: points.map(recordOf) });
    });
  }

  delete(assetIds: readonly string[]): Promise<void> {
    return asking(async () => {
      const collection = await this.#collection();
      if (collection === undefined || assetIds.length === 0) return;
      await this.#client.delete(collection.name, { wait: true, points: assetIds.map(pointId) });
    });
  }

  contentVersions(assetIds: readonly string[]): Promise<Map<string, string>> {
    return asking(async () => {
      const collection = await this.#collection();
      if (collection === undefined || assetIds.length === 0) return new Map<string, string>();
      const records = await this.#client.retrieve(collection.name, {
        ids: assetIds.map(pointId),
        with_payload: ['asset_id', 'content_version'],
        with_vector: false,
      });
      return new Map(
        records.map(({ payload }) => [textIn(payload, 'asset_id'), textIn(payload, 'content_version')]),
      );
    });
  }

  /** The server merges segments and builds its graphs by itself, and reads what is not yet in them in full. */
  optimize(): Promise<void> {
    return Promise.resolve();
  }

  recall(query: RecallQuery, call: CallContext): Promise<RecallLists> {
    return asking(async () => {
      const lists = listsOf(query);
      const collection = await this.#collection();
      if (collection === undefined) return Object.fromEntries(lists.map(({ using }) => [using, []]));
      const { model, name } = collection;
      if (query.modelFingerprint !== undefined) requireSameModel(model, query.modelFingerprint);
      if (query.caption) requireDimensions(model, query.caption, ['caption']);
      if (query.image) requireDimensions(model, query.image, ['image']);
      if (lists.length === 0) return {};
      // One round trip; fused here and not by the server, whose answer would not name the ranks in each list.
      const answers = await this.#client.queryBatch(name, {
        searches: lists.map((list) => ({ ...list, ...shared(query) })),
        timeout: secondsLeft(call),
      });
      return Object.fromEntries(
        lists.map(({ using }, position) => [using, hitsOf(answers[position]?.points ?? [])]),
      );
    });
  }

  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Hit[] | undefined> {
    return asking(async () => {
      const collection = await this.#collection();
      if (collection === undefined) return undefined;
      const id = pointId(assetId);
      const [seed] = await this.#client.retrieve(collection.name, { ids: [id], with_payload: false });
      if (seed === undefined) return undefined;
      const { filter, ...rest } = shared(query);
      const { points } = await this.#client.query(collection.name, {
        ...rest,
        query: { nearest: id },
        using: 'image',
        filter: { ...filter, must_not: [{ has_id: [id] }] },
        timeout: secondsLeft(call),
      });
      return hitsOf(points);
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #collection(): Promise<Collection | undefined> {
    if (this.#known && Date.now() - this.#known.readAt < COLLECTION_TTL_MS) return this.#known.collection;
    const collection = await findCollection(this.#client, this.#config);
    // That there is none is asked again each time: the first upsert may come through any replica.
    this.#known = collection && { collection, readAt: Date.now() };
    return collection;
  }
}

function listsOf({
  terms,
  caption,
  image,
}: RecallQuery): { using: ListName; query: Schemas['QueryInterface'] }[] {
  return [
    ...(terms.length > 0 ? [{ using: 'words' as const, query: { nearest: queryWords(terms) } }] : []),
    ...(caption ? [{ using: 'caption' as const, query: { nearest: [...caption] } }] : []),
    ...(image ? [{ using: 'image' as const, query: { nearest: [...image] } }] : []),
  ];
}

function shared({ conditions, listLimit, withPalette }: ListQuery) {
  const filter = filterAll(conditions);
  return {
    limit: listLimit,
    with_payload: withPalette ? ['asset_id', 'palette'] : ['asset_id'],
    with_vector: false,
    ...(filter && { filter }),
  };
}

function hitsOf(points: readonly { score: number; payload?: Payload }[]): Hit[] {
  return sortHits(
    points.map(({ score, payload }) => ({
      assetId: textIn(payload, 'asset_id'),
      score,
      palette: swatchesIn(payload),
    })),
  );
}

/** The server counts whole seconds. */
function secondsLeft({ deadlineAt }: CallContext): number {
  return Math.max(1, Math.ceil((deadlineAt - Date.now()) / 1_000));
}
