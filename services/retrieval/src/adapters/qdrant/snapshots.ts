import type { QdrantClient } from '@qdrant/js-client-rest';
import { AppError } from '@imagesearch/service-kit/errors';
import { movedName } from '../collection-name.js';
import { newClient } from './clients.js';
import { asking } from './qdrant-errors.js';
import type { QdrantOptions } from './qdrant-options.js';
import { servingAlias } from './serving-alias.js';
import { downloadSnapshot, uploadSnapshot } from './snapshot-transfer.js';

/** What a restore has to know of the file of a snapshot. */
export interface SavedSnapshot {
  collection: string;
  /** SHA-256 of the file in hexadecimal digits; null when the server does not tell. */
  checksum: string | null;
}

/** Copies of the collection that serves, as files on this machine. */
export class Snapshots {
  readonly #options: QdrantOptions;
  readonly #client: QdrantClient;

  constructor(options: QdrantOptions) {
    this.#options = options;
    this.#client = newClient(options, SNAPSHOT_TIMEOUT_MS);
  }

  /**
   * Writes may go on meanwhile. Undefined while nothing was ever indexed.
   * @throws AppError when other nodes hold a part of the collection: this server cannot copy it
   */
  save(file: string): Promise<SavedSnapshot | undefined> {
    return asking(async () => {
      const collection = await this.#serving();
      if (collection === undefined) return undefined;
      const { remote_shards: remote } = await this.#client.collectionClusterInfo(collection);
      if (remote.length > 0) throw new AppError('invalid_request', ON_SEVERAL_NODES);
      const snapshot = await this.#client.createSnapshot(collection);
      if (snapshot === null) throw new Error(`Qdrant made no snapshot of ${collection}.`);
      const { name, checksum = null } = snapshot;
      try {
        await downloadSnapshot(this.#options, { collection, snapshot: name, file });
      } finally {
        // It takes as much of the server's disk as the collection.
        await this.#client.deleteSnapshot(collection, name);
      }
      return { collection, checksum };
    });
  }

  /** @throws AppError when an index serves, or when it is of another version of the service. */
  async requireRestorable(saved: SavedSnapshot): Promise<void> {
    this.#nameOf(saved);
    const serving = await asking(() => this.#serving());
    if (serving !== undefined)
      throw new AppError(
        'invalid_request',
        `Qdrant has the index ${serving}; choose another QDRANT_COLLECTION.`,
      );
  }

  /** The collection does not serve yet: an interrupted restore can be repeated. */
  upload(saved: SavedSnapshot, file: string): Promise<void> {
    const collection = this.#nameOf(saved);
    return asking(async () => {
      await uploadSnapshot(this.#options, { collection, checksum: saved.checksum, name: UPLOADED, file });
      // The server keeps the file beside the collection that it made of it.
      await this.#client.deleteSnapshot(collection, UPLOADED);
    });
  }

  async serve(saved: SavedSnapshot): Promise<void> {
    const alias = {
      collection_name: this.#nameOf(saved),
      alias_name: servingAlias(this.#options.collection),
    };
    await asking(() => this.#client.updateCollectionAliases({ actions: [{ create_alias: alias }] }));
  }

  async #serving(): Promise<string | undefined> {
    const alias = servingAlias(this.#options.collection);
    const { aliases } = await this.#client.getAliases();
    return aliases.find(({ alias_name: name }) => name === alias)?.collection_name;
  }

  #nameOf({ collection }: SavedSnapshot): string {
    const name = movedName(collection, this.#options.collection);
    if (name === undefined)
      throw new AppError(
        'invalid_request',
        `${collection} is an index of another version: run reindex instead.`,
      );
    return name;
  }
}

const ON_SEVERAL_NODES =
  'Other nodes of Qdrant hold a part of the index. Take a snapshot on each of them; docs/operations.md has the calls.';
const UPLOADED = 'restored.snapshot';
/** The server copies the whole collection before it answers. */
const SNAPSHOT_TIMEOUT_MS = 6 * 60 * 60_000;
