import { createWriteStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@imagesearch/service-kit/errors';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { FormData, request } from 'undici';
import type { IndexedModel } from '../model.js';
import { movedName } from '../names.js';
import { type QdrantOptions, asking, newClient } from './client.js';
import { modelOf } from './schema.js';
import { createCollection, servingAlias } from './store.js';

/** What a restore has to know of the files of an index, one for each shard. */
export interface SavedIndex {
  collection: string;
  model: IndexedModel;
  points: number;
  /** SHA-256 of each shard's file in hexadecimal digits, in the order of the shards; null when the server does not tell. */
  checksums: (string | null)[];
}

/** A server of Qdrant, or one of a cluster. */
interface Node {
  url: string;
  client: QdrantClient;
}

/** Copies of the collection that serves, as files on this machine. */
export class Snapshots {
  readonly #options: QdrantOptions;
  readonly #nodes: readonly [Node, ...Node[]];

  /** @param addresses Of every node of a cluster; a balancer in front of them does not say which node answers. */
  constructor(options: QdrantOptions, addresses: readonly string[] = []) {
    const nodeAt = (url: string): Node => ({
      url,
      client: newClient({ ...options, url }, SNAPSHOT_TIMEOUT_MS),
    });
    const [first = options.url, ...others] = addresses;
    this.#options = options;
    this.#nodes = [nodeAt(first), ...others.map(nodeAt)];
  }

  /**
   * A file for each shard, from a node that has all of it. Writes may go on meanwhile. Undefined while nothing was ever indexed.
   * @throws AppError when no node has a shard
   */
  save(folder: string): Promise<SavedIndex | undefined> {
    return asking(async () => {
      const collection = await this.#serving();
      if (collection === undefined) return undefined;
      const { client } = this.#nodes[0];
      const info = await client.getCollection(collection);
      const model = modelOf(info);
      if (model === undefined) throw new Error(`${collection} does not name the model that filled it.`);
      const nodes = await this.#nodesOfShards(collection);
      const checksums: (string | null)[] = [];
      for (const [shard, node] of nodes.entries())
        checksums.push(await this.#saveShard(node, { collection, shard, file: fileOf(folder, shard) }));
      return { collection, model, points: info.points_count ?? 0, checksums };
    });
  }

  async #saveShard(
    { url, client }: Node,
    { collection, shard, file }: Shard & { file: string },
  ): Promise<string | null> {
    const { name, checksum = null } = await client.createShardSnapshot(collection, shard, {});
    try {
      await downloadSnapshot({ ...this.#options, url }, { collection, shard, snapshot: name, file });
    } finally {
      // It takes as much of the server's disk as the shard.
      await client.deleteShardSnapshot(collection, shard, name, {});
    }
    return checksum;
  }

  /** @throws AppError when an index serves, or when it is of another version of the service. */
  async requireRestorable(saved: SavedIndex): Promise<void> {
    this.#nameOf(saved);
    const serving = await asking(() => this.#serving());
    if (serving !== undefined)
      throw new AppError(
        'invalid_request',
        `Qdrant has the index ${serving}; choose another QDRANT_COLLECTION.`,
      );
  }

  /** Resolves when every replica has its points. The collection does not serve yet: an interrupted restore can be repeated. */
  upload(saved: SavedIndex, folder: string): Promise<void> {
    const collection = this.#nameOf(saved);
    const { model, points, checksums } = saved;
    return asking(async () => {
      const shards = { ...this.#options, shardNumber: checksums.length };
      await createCollection(this.#nodes[0].client, { name: collection, model, points, ...shards });
      const nodes = await this.#nodesOfShards(collection);
      for (const [shard, { url }] of nodes.entries())
        await uploadSnapshot(
          { ...this.#options, url },
          { collection, shard, checksum: checksums[shard] ?? null, file: fileOf(folder, shard) },
        );
      while (!(await this.#isWhole(collection))) await sleep(REPLICAS_INTERVAL_MS);
    });
  }

  async serve(saved: SavedIndex): Promise<void> {
    const alias = {
      collection_name: this.#nameOf(saved),
      alias_name: servingAlias(this.#options.collection),
    };
    await asking(() => this.#nodes[0].client.updateCollectionAliases({ actions: [{ create_alias: alias }] }));
  }

  async #serving(): Promise<string | undefined> {
    const alias = servingAlias(this.#options.collection);
    const { aliases } = await this.#nodes[0].client.getAliases();
    return aliases.find(({ alias_name: name }) => name === alias)?.collection_name;
  }

  /** By shard, a node whose replica of it is whole. @throws AppError when there is none. */
  async #nodesOfShards(collection: string): Promise<Node[]> {
    const nodeOf = new Map<number, Node>();
    let count = 0;
    for (const node of this.#nodes) {
      const cluster = await node.client.collectionClusterInfo(collection);
      count = cluster.shard_count;
      for (const { shard_id: shard, state } of cluster.local_shards)
        if (state === 'Active' && !nodeOf.has(shard)) nodeOf.set(shard, node);
    }
    return Array.from({ length: count }, (_, shard) => {
      const node = nodeOf.get(shard);
      if (node === undefined) throw new AppError('invalid_request', ON_OTHER_NODES);
      return node;
    });
  }

  async #isWhole(collection: string): Promise<boolean> {
    const cluster = await this.#nodes[0].client.collectionClusterInfo(collection);
    const replicas = [...cluster.local_shards, ...cluster.remote_shards];
    return cluster.shard_transfers.length === 0 && replicas.every(({ state }) => state === 'Active');
  }

  #nameOf({ collection }: SavedIndex): string {
    const name = movedName(collection, this.#options.collection);
    if (name === undefined)
      throw new AppError(
        'invalid_request',
        `${collection} is an index of another version: run reindex instead.`,
      );
    return name;
  }
}

const ON_OTHER_NODES =
  'Other nodes of Qdrant hold a part of the index: set QDRANT_NODES to the addresses of all of them, with commas between.';

const fileOf = (folder: string, shard: number): string => join(folder, `shard-${shard}.snapshot`);
/** The server copies a whole shard before it answers. */
const SNAPSHOT_TIMEOUT_MS = 6 * 60 * 60_000;
const REPLICAS_INTERVAL_MS = 500;

type Server = Pick<QdrantOptions, 'url' | 'apiKey'>;

interface Shard {
  collection: string;
  shard: number;
}

const pathOf = ({ collection, shard }: Shard): string =>
  `/collections/${collection}/shards/${shard}/snapshots`;

/** Files of many GB pass through in pieces, which the server's client cannot do. */
export async function downloadSnapshot(
  server: Server,
  { snapshot, file, ...shard }: Shard & { snapshot: string; file: string },
): Promise<void> {
  const answer = await exchange(server, `${pathOf(shard)}/${snapshot}`);
  await pipeline(answer, createWriteStream(file, { mode: 0o600 }));
}

/** Replaces the shard; its other replicas follow. */
export async function uploadSnapshot(
  server: Server,
  { checksum, file, ...shard }: Shard & { checksum: string | null; file: string },
): Promise<void> {
  const query = new URLSearchParams({ priority: 'snapshot', ...(checksum !== null && { checksum }) });
  const form = new FormData();
  form.set('snapshot', await openAsBlob(file), 'restored.snapshot');
  const answer = await exchange(server, `${pathOf(shard)}/upload?${query.toString()}`, form);
  await answer.dump();
}

/** The port of the server's client where the address names none. */
const PORT = '6333';

/** @throws Error with what the server says when it refuses. */
async function exchange({ url, apiKey }: Server, path: string, form?: FormData) {
  const address = new URL(path, url);
  if (address.port === '') address.port = PORT;
  const { statusCode, body } = await request(address, {
    ...(form && { method: 'POST', body: form }),
    ...(apiKey !== undefined && { headers: { 'api-key': apiKey } }),
    headersTimeout: SNAPSHOT_TIMEOUT_MS,
    bodyTimeout: SNAPSHOT_TIMEOUT_MS,
  });
  if (statusCode === 200) return body;
  throw new Error(`Qdrant refuses the snapshot (${statusCode}): ${await body.text()}`);
}
