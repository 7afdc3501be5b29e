import type { CallContext } from '@imagesearch/service-kit/call-context';
import { type Candidate, type RankedList, WORDS_LIST } from './index/candidate.js';
import {
  type IndexedModel,
  requireDimensions,
  requirePointDimensions,
  requireSameModel,
} from './index/model.js';
import type { Point, PointPart } from './index/point.js';
import type {
  Aliases,
  Backend,
  Collection,
  CollectionStore,
  Filter,
  IndexDescription,
  ListQuery,
  Order,
  PartsById,
  RetrieveQuery,
  VectorIndex,
} from './index/vector-index.js';
import { Rebuilds, requireRebuild } from './rebuild.js';
import { RunningReads, RunningWrites } from './running-calls.js';

/** One serving collection, and during a rebuild a second one that will replace it. */
export class ServingIndex implements VectorIndex {
  readonly backend: Backend;
  readonly #store: CollectionStore;
  readonly #reads = new RunningReads();
  readonly #writes = new RunningWrites();
  readonly #rebuilds: Rebuilds;

  constructor(store: CollectionStore) {
    this.#store = store;
    this.backend = store.backend;
    this.#rebuilds = new Rebuilds(store, this.#reads, this.#writes);
  }

  async describe({ approximate } = { approximate: false }): Promise<IndexDescription> {
    return describeIndex(await this.#store.aliases(), approximate);
  }

  upsert(writing: IndexedModel, points: readonly Point[], rebuildId?: string): Promise<void> {
    if (points.length === 0) return Promise.resolve();
    return this.#write(async ({ serving, rebuild }) => {
      const target = rebuildId === undefined ? serving : requireRebuild(rebuild, rebuildId);
      const model = target?.model ?? writing;
      requireSameModel(model, writing.fingerprint);
      requirePointDimensions(model, points);
      const collection = target ?? (await this.#store.createServing(model));
      await collection.upsert(points);
      // A rebuild for another model does not get these points; publishing names the assets that it lacks.
      if (rebuildId === undefined && rebuild?.model.fingerprint === writing.fingerprint) {
        await this.#writeToRebuild(rebuild, () => rebuild.upsert(points));
      }
    });
  }

  delete(assetIds: readonly string[]): Promise<void> {
    return this.#write(async ({ serving, rebuild }) => {
      await serving?.delete(assetIds);
      if (rebuild) await this.#writeToRebuild(rebuild, () => rebuild.delete(assetIds));
    });
  }

  async contentVersions(assetIds: readonly string[], rebuildId?: string): Promise<Map<string, string>> {
    const { serving, rebuild } = await this.#store.aliases();
    const collection = rebuildId === undefined ? serving : requireRebuild(rebuild, rebuildId);
    const read = (await collection?.read(assetIds, ['contentVersion'])) ?? [];
    return new Map(Array.from(read, ([assetId, { contentVersion }]) => [assetId, contentVersion]));
  }

  async optimize(): Promise<void> {
    await (await this.#store.aliases()).serving?.optimize();
  }

  async retrieve(query: RetrieveQuery, call: CallContext): Promise<RankedList[]> {
    const lists = await this.#reading((serving) => {
      const { model } = serving;
      if (query.modelFingerprint !== undefined) requireSameModel(model, query.modelFingerprint);
      for (const [position, { target, values }] of query.vectors.entries()) {
        requireDimensions(model, target, values, ['vectors', position, 'vector']);
      }
      return serving.retrieve(query, call);
    }, query.modelFingerprint);
    return lists ?? emptyLists(query);
  }

  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined> {
    return this.#reading((serving) => serving.nearestTo(assetId, query, call));
  }

  async list(query: ListQuery & { order?: Order | undefined }, call: CallContext): Promise<Candidate[]> {
    return (await this.#reading((serving) => serving.list(query, call))) ?? [];
  }

  async count(filters: readonly Filter[], call: CallContext): Promise<number> {
    return (await this.#reading((serving) => serving.count(filters, call))) ?? 0;
  }

  async read<Part extends PointPart>(
    assetIds: readonly string[],
    parts: readonly Part[],
  ): Promise<PartsById<Part>> {
    return (await this.#reading((serving) => serving.read(assetIds, parts))) ?? new Map();
  }

  async *sampleWords(pointsMax: number): AsyncIterable<(readonly string[])[]> {
    const { serving } = await this.#store.aliases();
    if (serving === undefined) return;
    const release = this.#reads.begin(serving.name);
    try {
      yield* serving.sampleWords(pointsMax);
    } finally {
      release();
    }
  }

  startRebuild(model: IndexedModel): Promise<string> {
    return this.#rebuilds.start(model);
  }

  publishRebuild(rebuildId: string, options: { allowMissing: boolean }, call: CallContext): Promise<void> {
    return this.#rebuilds.publish(rebuildId, options, call);
  }

  abandonRebuild(rebuildId: string): Promise<void> {
    return this.#rebuilds.abandon(rebuildId);
  }

  close(): Promise<void> {
    return this.#writes.inOrder(async () => {
      await this.#writes.ended();
      await this.#store.close();
    });
  }

  /** Runs a write with the collections that it must reach. */
  #write(work: (aliases: Aliases) => Promise<void>): Promise<void> {
    const writing = async (): Promise<void> => {
      const aliases = await this.#store.aliases();
      if (aliases.rebuild === undefined) await work(aliases);
      else await this.#writes.inOrder(async () => work(await this.#store.aliases()));
    };
    return this.#writes.begin(writing());
  }

  /** Ignores the failure of a write to a rebuild that another process has abandoned. */
  async #writeToRebuild(rebuild: Collection, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const present = await this.#store.currentAliases();
      if ([present.rebuild?.name, present.serving?.name].includes(rebuild.name)) throw error;
    }
  }

  /** @param fingerprint of the model whose vectors are compared, if any are */
  async #reading<T>(read: (serving: Collection) => Promise<T>, fingerprint?: string): Promise<T | undefined> {
    const { retiring } = this.#rebuilds;
    const isRetiring = fingerprint !== undefined && retiring?.model.fingerprint === fingerprint;
    const collection = isRetiring ? retiring : (await this.#store.aliases()).serving;
    if (collection === undefined) return undefined;
    const release = this.#reads.begin(collection.name);
    try {
      return await read(collection);
    } finally {
      release();
    }
  }
}

async function describeIndex({ serving, rebuild }: Aliases, approximate: boolean): Promise<IndexDescription> {
  const countOf = (collection: Collection | undefined) =>
    approximate ? collection?.approximateSize() : collection?.size();
  const [points = 0, share = 1, rebuildPoints = 0] = await Promise.all([
    countOf(serving),
    serving?.indexedShare(),
    countOf(rebuild),
  ]);
  return {
    points,
    model: serving?.model,
    settled: share >= 1,
    rebuild: rebuild && { id: rebuild.name, model: rebuild.model, points: rebuildPoints },
  };
}

/** What a query finds in an index that holds nothing. */
function emptyLists({ terms, vectors }: RetrieveQuery): RankedList[] {
  const names = [...(terms.length > 0 ? [WORDS_LIST] : []), ...vectors.map(({ name }) => name)];
  return names.map((name) => ({ name, candidates: [] }));
}
