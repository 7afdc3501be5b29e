import { rebuildRecordSchema, type RebuildRecord } from '../../domain/rebuild-record.js';
import type { QdrantClients } from './clients.js';
import { asking, statusOf } from './qdrant-errors.js';

const ID = 1;
const CONFLICT = 409;
const NOT_FOUND = 404;

/** One point without a vector, in a collection of its own. */
export class RebuildRecordPoint {
  readonly #clients: QdrantClients;
  readonly #collection: string;
  readonly #replicationFactor: number;
  #isThere = false;

  constructor(clients: QdrantClients, collection: string, replicationFactor: number) {
    this.#clients = clients;
    this.#collection = collection;
    this.#replicationFactor = replicationFactor;
  }

  async read(): Promise<RebuildRecord | undefined> {
    return asking(async () => {
      try {
        const [point] = await this.#clients.write.retrieve(this.#collection, {
          ids: [ID],
          with_payload: true,
          consistency: 'majority',
        });
        return point === undefined ? undefined : rebuildRecordSchema.parse(point.payload);
      } catch (error) {
        if (statusOf(error) === NOT_FOUND) return undefined;
        throw error;
      }
    });
  }

  async keep(record: RebuildRecord): Promise<void> {
    await this.#create();
    const points = [{ id: ID, vector: {}, payload: { ...record } }];
    await asking(() => this.#clients.write.upsert(this.#collection, { wait: true, points }));
  }

  async #create(): Promise<void> {
    if (this.#isThere) return;
    await asking(async () => {
      try {
        await this.#clients.write.createCollection(this.#collection, {
          vectors: {},
          shard_number: 1,
          replication_factor: this.#replicationFactor,
        });
      } catch (error) {
        if (statusOf(error) !== CONFLICT) throw error;
      }
    });
    this.#isThere = true;
  }
}
