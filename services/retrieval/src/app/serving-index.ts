import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { Candidate } from '../domain/candidate.js';
import type { Collection, CollectionStore, Aliases } from '../domain/collection.js';
import type { RankedList } from '../domain/fusion.js';
import { requireDimensions, requirePointDimensions, requireSameModel } from '../domain/model-guard.js';
import type { Look, Point } from '../domain/point.js';
import { describeIndex } from './describe-index.js';
import { emptyLists } from './empty-lists.js';
import { refused, requireRebuild } from './rebuild-refusal.js';
import {
  copyFrom,
  requireNoneMissing,
  requireSameCount,
  settled,
  settling,
  type CopyStart,
} from './rebuild.js';
import { RunningReads } from './running-reads.js';
import type {
  Backend,
  CountQuery,
  IndexDescription,
  IndexedModel,
  ListQuery,
  RebuildProgress,
  RecallQuery,
  StartedRebuild,
  VectorIndex,
} from '../domain/vector-index.js';

/** The embedding service changes its model a moment after the index does; no search is refused in between. */
const MODEL_CHANGE_MS = 2_000;

/** One serving collection, and during a rebuild a second one that will replace it. */
export class ServingIndex implements VectorIndex {
  readonly backend: Backend;
  readonly #store: CollectionStore;
  /** During a rebuild, writes run one after another: two writes of a point reach both collections in the same order. */
  readonly #inOrder = createSemaphore(1);
  readonly #writes = new Set<Promise<void>>();
  readonly #rebuilds = createSemaphore(1);
  readonly #reads = new RunningReads();
  /** Filled by the model before; still answers the queries of that model. */
  #retiring: Collection | undefined;

  constructor(store: CollectionStore) {
    this.#store = store;
    this.backend = store.backend;
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
    if (collection === undefined || assetIds.length === 0) return new Map();
    return collection.contentVersions(assetIds);
  }

  async optimize(): Promise<void> {
    await (await this.#store.aliases()).serving?.optimize();
  }

  async recall(query: RecallQuery, call: CallContext): Promise<RankedList[]> {
    const lists = await this.#reading((serving) => {
      const { model } = serving;
      if (query.modelFingerprint !== undefined) requireSameModel(model, query.modelFingerprint);
      for (const [position, { target, values }] of query.vectors.entries()) {
        requireDimensions(model, target, values, ['vectors', position, 'vector']);
      }
      return serving.recall(query, call);
    }, query.modelFingerprint);
    return lists ?? emptyLists(query);
  }

  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined> {
    return this.#reading((serving) => serving.nearestTo(assetId, query, call));
  }

  async list(query: ListQuery, call: CallContext): Promise<Candidate[]> {
    return (await this.#reading((serving) => serving.list(query, call))) ?? [];
  }

  async count(query: CountQuery, call: CallContext): Promise<number[]> {
    const counts = await this.#reading((serving) => serving.countMatching(query, call));
    return counts ?? query.filterSets.map(() => 0);
  }

  async looks(assetIds: readonly string[], call: CallContext): Promise<Map<string, Look>> {
    return (await this.#reading((serving) => serving.looks(assetIds, call))) ?? new Map<string, Look>();
  }

  async localFeatures(assetIds: readonly string[], call: CallContext): Promise<Map<string, string>> {
    const features = await this.#reading((serving) => serving.localFeatures(assetIds, call));
    return features ?? new Map<string, string>();
  }

  async *sampleWords(pointsMax: number): AsyncIterable<string[][]> {
    const { serving } = await this.#store.aliases();
    if (serving === undefined) return;
    const release = this.#reads.begin(serving.name);
    try {
      yield* serving.sampleWords(pointsMax);
    } finally {
      release();
    }
  }

  startRebuild(model: IndexedModel): Promise<StartedRebuild> {
    return this.#rebuilds.run(async () => {
      const { rebuild } = await this.#store.aliases();
      if (rebuild?.model.fingerprint === model.fingerprint) return { id: rebuild.name, resumed: true };
      return { id: (await this.#newRebuild(model)).name, resumed: false };
    });
  }

  publishRebuild(
    rebuildId: string,
    { allowMissing }: { allowMissing: boolean },
    call: CallContext,
  ): Promise<void> {
    return this.#rebuilds.run(async () => {
      const { rebuild, serving } = await this.#store.aliases();
      const target = requireRebuild(rebuild, rebuildId);
      await settled(target, call);
      while (!(await this.#publishComplete(target, serving, allowMissing))) {
        // A write happened during the comparison, so it is repeated.
      }
      if (serving !== undefined) await this.#retire(serving, target);
    });
  }

  abandonRebuild(rebuildId: string): Promise<void> {
    return this.#inOrder.run(async () => {
      const { rebuild } = await this.#store.aliases();
      if (rebuild?.name === rebuildId) await this.#store.drop(rebuildId);
    });
  }

  async *rebuild(call: CallContext): AsyncIterable<RebuildProgress> {
    // Held across the whole generator, because its caller reads between the steps.
    const release = await this.#rebuilds.acquire();
    try {
      yield* this.#copyAndPublish(call);
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    return this.#inOrder.run(async () => {
      await Promise.allSettled(this.#writes);
      await this.#store.close();
    });
  }

  /** Copies the serving collection in the order of its ids and makes the copy serve. What is interrupted goes on later. */
  async *#copyAndPublish(call: CallContext): AsyncIterable<RebuildProgress> {
    const { serving, rebuild } = await this.#store.currentAliases();
    if (serving === undefined) throw refused('empty', 'nothing has been indexed yet');
    if (rebuild !== undefined && rebuild.model.fingerprint !== serving.model.fingerprint) {
      throw refused(
        'busy',
        `${rebuild.name} is being filled for another model; publish it or abandon it first`,
      );
    }
    const { target, start } = await this.#resumedOrNew(serving.model);
    const total = await serving.count();
    yield { phase: 'copy', done: Math.min(start.done, total), total };
    for await (const { done, cursor } of copyFrom(start, serving, target, call)) {
      // An operator may have abandoned it, or another replica published it.
      requireRebuild((await this.#store.currentAliases()).rebuild, target.name);
      await this.#store.keepRebuildRecord({ target: target.name, done, cursor });
      yield { phase: 'copy', done: Math.min(done, total), total };
    }
    for await (const share of settling(target, call))
      yield { phase: 'index', done: Math.floor(share * total), total };
    await this.#inOrder.run(async () => {
      await requireSameCount(serving, target);
      await this.#store.publish(target);
    });
    await this.#retire(serving, target);
    const published = await target.count();
    yield { phase: 'published', done: published, total: published };
  }

  async #resumedOrNew(model: IndexedModel): Promise<{ target: Collection; start: CopyStart }> {
    const [{ rebuild }, record] = [await this.#store.currentAliases(), await this.#store.rebuildRecord()];
    if (rebuild === undefined || rebuild.name !== record?.target)
      return { target: await this.#newRebuild(model), start: { done: 0, cursor: null } };
    await this.#whenKnown();
    return { target: rebuild, start: record };
  }

  /** False when the size of the serving index has changed since it was compared with the target. */
  async #publishComplete(
    target: Collection,
    serving: Collection | undefined,
    allowMissing: boolean,
  ): Promise<boolean> {
    const compared = await serving?.count();
    if (!allowMissing && serving !== undefined) await requireNoneMissing(serving, target);
    return this.#inOrder.run(async () => {
      if (!allowMissing && (await serving?.count()) !== compared) return false;
      await this.#store.publish(target);
      return true;
    });
  }

  /** Returns when every writer, in this and in other processes, knows the new collection: a copy then misses no write. */
  async #newRebuild(model: IndexedModel): Promise<Collection> {
    const { serving, rebuild } = await this.#store.aliases();
    if (rebuild !== undefined) await this.#store.drop(rebuild.name);
    await this.#store.dropLeftovers();
    const target = await this.#store.createRebuild(model, (await serving?.count()) ?? 0);
    await this.#whenKnown();
    return target;
  }

  async #whenKnown(): Promise<void> {
    await Promise.allSettled(this.#writes);
    await sleep(this.#store.staleMs);
  }

  /** Runs a write with the collections that it must reach. */
  #write(work: (aliases: Aliases) => Promise<void>): Promise<void> {
    const running = this.#store
      .aliases()
      .then((aliases) =>
        aliases.rebuild === undefined
          ? work(aliases)
          : this.#inOrder.run(async () => work(await this.#store.aliases())),
      )
      .finally(() => this.#writes.delete(running));
    this.#writes.add(running);
    return running;
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

  /** Drops a collection that no longer serves, after its last read. */
  async #retire(collection: Collection, heir: Collection): Promise<void> {
    if (collection.model.fingerprint !== heir.model.fingerprint) {
      this.#retiring = collection;
      await sleep(MODEL_CHANGE_MS);
      this.#retiring = undefined;
    }
    await sleep(this.#store.staleMs);
    await this.#reads.ended(collection.name);
    await this.#store.drop(collection.name);
  }

  /** @param fingerprint of the model whose vectors are compared, if any are */
  async #reading<T>(read: (serving: Collection) => Promise<T>, fingerprint?: string): Promise<T | undefined> {
    const isRetiring = fingerprint !== undefined && this.#retiring?.model.fingerprint === fingerprint;
    const collection = isRetiring ? this.#retiring : (await this.#store.aliases()).serving;
    if (collection === undefined) return undefined;
    const release = this.#reads.begin(collection.name);
    try {
      return await read(collection);
    } finally {
      release();
    }
  }
}
