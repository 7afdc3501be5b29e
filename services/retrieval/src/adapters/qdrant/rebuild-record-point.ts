import type { Schemas } from '@qdrant/js-client-rest';
import type { RebuildRecord } from '../../domain/rebuild-record.js';
import { rebuildRecordSchema } from '../rebuild-record-schema.js';
import type { QdrantClients } from './clients.js';
import { asking, statusOf } from './qdrant-errors.js';

const ID = 1;
const CONFLICT = 409;
const NOT_FOUND = 404;

/** One point without a vector, in a collection of its own: the server replaces it only if it still has the expected beat. */
export class RebuildRecordPoint {
  readonly #clients: QdrantClients;
  readonly #collection: string;
  readonly #replicationFactor: number;

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

  async replace(beat: number | undefined, next: RebuildRecord): Promise<boolean> {
    if (beat === undefined) await this.#create();
    await asking(() =>
      this.#clients.write.upsert(this.#collection, {
        wait: true,
        ordering: 'strong',
        ...replacing(beat, next),
      }),
    );
    const there = await this.read();
    return there?.beat === next.beat && there.holder === next.holder;
  }

  async #create(): Promise<void> {
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
  }
}

/** A point that is there is only replaced under its filter; the filter of a first record matches no record. */
export function replacing(beat: number | undefined, next: RebuildRecord): Schemas['PointsList'] {
  return {
    points: [{ id: ID, vector: {}, payload: { ...next } }],
    update_filter: { must: [{ key: 'beat', match: { value: beat ?? -1 } }] },
  };
}
