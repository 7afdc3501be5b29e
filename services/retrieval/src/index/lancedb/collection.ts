import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { makeArrowTable, type Table } from '@lancedb/lancedb';
import { WORDS_LIST, type Candidate, type RankedList } from '../candidate.js';
import { areResident, RESIDENT_PARTS, ResidentPoints } from '../memory/resident-points.js';
import { targetsOf, type IndexedModel } from '../model.js';
import type { Point, PointPart } from '../point.js';
import type {
  Collection,
  Filter,
  OrderedQuery,
  PartsById,
  RetrieveQuery,
  SomePoints,
} from '../vector-index.js';
import { writingTable, type SearchSemaphore } from './engine-calls.js';
import { createMissingAnnIndexes, residentPointsMax, type IndexPolicy } from './indexes.js';
import {
  firstPoints,
  idIn,
  idWithin,
  vectorCandidates,
  whereAll,
  wordCandidates,
  lanceQuery,
} from './queries.js';
import { columnsOf, partsById, rowOf, type StoredRow } from './schema.js';

interface LanceCollectionParts {
  name: string;
  model: IndexedModel;
  table: Table;
  /** Folder of the engine, named when its disk refuses a write. */
  dir: string;
  policy: IndexPolicy;
  searches: SearchSemaphore;
}

/**
 * A table of the embedded engine. While it is small, searches read its points from memory. The table keeps them: a write reaches
 * it first, and memory before it is reported as done.
 */
export class LanceCollection implements Collection {
  readonly name: string;
  readonly model: IndexedModel;
  readonly #parts: LanceCollectionParts;
  readonly #table: Table;
  /** In memory; undefined while they are not loaded, and for good once there are too many. */
  #points: ResidentPoints | undefined;
  #isEngineAlone = false;
  /** Writes run one after another, because concurrent commits conflict, and so does reading into memory. Other reads do not wait. */
  readonly #writes = createSemaphore(1);

  constructor(parts: LanceCollectionParts) {
    this.name = parts.name;
    this.model = parts.model;
    this.#parts = parts;
    this.#table = parts.table;
  }

  /** Reads the points into memory where they fit. Until then, and where that fails, the engine answers. */
  load(): Promise<void> {
    return this.#writes.run(() => this.#load()).catch(() => undefined);
  }

  async #load(): Promise<void> {
    if ((await this.size()) > this.#pointsMax()) {
      this.#leaveToEngine();
      return;
    }
    const points = new ResidentPoints(this.model);
    for await (const page of this.pages(RESIDENT_PARTS)) {
      if (this.#isEngineAlone) return;
      for (const [assetId, parts] of page) points.put({ assetId, ...parts });
    }
    this.#points = points;
  }

  #pointsMax(): number {
    return residentPointsMax(this.#parts.policy, this.model);
  }

  #leaveToEngine(): void {
    this.#isEngineAlone = true;
    this.#points = undefined;
  }

  #writing(write: () => Promise<unknown>, apply: (points: ResidentPoints) => void): Promise<void> {
    return this.#writes.run(async () => {
      try {
        await writingTable(this.#parts.dir, write);
      } catch (error) {
        // Whether the engine holds the write is not known: its points are read again.
        this.#points = undefined;
        void this.load();
        throw error;
      }
      if (this.#points === undefined) return;
      apply(this.#points);
      if (this.#points.size > this.#pointsMax()) this.#leaveToEngine();
      else if (this.#points.isMostlyWaste) await this.#load();
    });
  }

  size(): Promise<number> {
    return this.#table.countRows();
  }

  /** The engine keeps the number of rows. */
  async state() {
    const [points, stats] = await Promise.all([this.size(), this.#table.indexStats('terms_idx')]);
    const isSettled = points === 0 || stats === undefined;
    return { points, indexedShare: isSettled ? 1 : 1 - stats.numUnindexedRows / points };
  }

  async upsert(points: readonly Point[]): Promise<void> {
    if (points.length === 0) return;
    const schema = await this.#table.schema();
    const rows = points.map((point) => rowOf(point, targetsOf(this.model)));
    const write = () =>
      this.#table
        .mergeInsert('asset_id')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(makeArrowTable(rows, { schema }));
    await this.#writing(write, (resident) => {
      for (const point of points) resident.put(point);
    });
  }

  async delete(assetIds: readonly string[]): Promise<void> {
    if (assetIds.length === 0) return;
    const write = () => this.#table.delete(idIn(assetIds));
    await this.#writing(write, (resident) => {
      for (const assetId of assetIds) resident.remove(assetId);
    });
  }

  optimize(): Promise<void> {
    const { dir, policy } = this.#parts;
    const work = async (): Promise<void> => {
      await createMissingAnnIndexes(this.#table, this.model, policy.annPointsMin);
      await this.#table.optimize({ cleanupOlderThan: new Date(Date.now() - policy.versionRetentionMs) });
    };
    return this.#writes.run(() => writingTable(dir, work));
  }

  async retrieve(query: RetrieveQuery, call: CallContext): Promise<RankedList[]> {
    const resident = this.#resident(call);
    if (resident !== undefined) return resident.retrieve(query);
    const { terms, vectors } = query;
    return this.#parts.searches(call, async () => {
      const list = lanceQuery(query, call);
      const words = terms.length > 0 ? [wordCandidates(this.#table, terms, list)] : [];
      return Promise.all([
        ...words.map(async (candidates) => ({ name: WORDS_LIST, candidates: await candidates })),
        ...vectors.map(async (vector) => ({
          name: vector.name,
          candidates: await vectorCandidates(this.#table, vector, list),
        })),
      ]);
    });
  }

  async list(query: OrderedQuery, call: CallContext): Promise<Candidate[]> {
    const resident = this.#resident(call);
    if (resident !== undefined) return resident.list(query);
    return this.#parts.searches(call, () => firstPoints(this.#table, lanceQuery(query, call), query));
  }

  async count(filters: readonly Filter[], call: CallContext): Promise<number> {
    const resident = this.#resident(call);
    if (resident !== undefined) return resident.count(filters);
    return this.#parts.searches(call, () => this.#table.countRows(whereAll(filters)));
  }

  async read<Part extends PointPart>(
    assetIds: readonly string[],
    parts: readonly Part[],
  ): Promise<PartsById<Part>> {
    if (this.#points !== undefined && areResident(parts))
      return this.#points.read(assetIds, parts) as PartsById<PointPart>;
    if (assetIds.length === 0) return new Map();
    const query = this.#table
      .query()
      .where(idIn(assetIds))
      .select(columnsOf(parts, targetsOf(this.model)));
    return partsById((await query.toArray()) as StoredRow[], parts);
  }

  async *pages<Part extends PointPart>(
    parts: readonly Part[],
    { filters, pointsMax }: SomePoints = { filters: [], pointsMax: Infinity },
  ): AsyncIterable<PartsById<Part>> {
    const query = this.#table.query().select(columnsOf(parts, targetsOf(this.model)));
    const where = whereAll(filters);
    const points = Number.isFinite(pointsMax) ? await this.#table.countRows(where) : 0;
    const conditions = [
      ...(where === undefined ? [] : [where]),
      ...(points > pointsMax ? [idWithin(pointsMax / points)] : []),
    ];
    if (conditions.length > 0) query.where(conditions.join(' AND '));
    for await (const batch of query) yield partsById(batch.toArray() as unknown as StoredRow[], parts);
  }

  /** Runs work between two writes. */
  atRest<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#writes.run(work);
  }

  close(): Promise<void> {
    this.#leaveToEngine();
    return this.#writes.run(() => this.#table.close());
  }

  /** @throws AppError `cancelled`, `deadline_exceeded` when the call has ended. */
  #resident(call: CallContext): ResidentPoints | undefined {
    if (this.#points !== undefined) assertLive(call);
    return this.#points;
  }
}
