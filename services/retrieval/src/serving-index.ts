import { SpanKind, traceMethods } from '@imagesearch/service-kit/telemetry/spans';
import {
  type IndexedModel,
  requireDimensions,
  requirePointDimensions,
  requireSameModel,
} from './index/model.js';
import type { Point } from './index/point.js';
import {
  type Aliases,
  type Backend,
  type Collection,
  type CollectionStore,
  type Compared,
  EMPTY_INDEX,
  type IndexReads,
  type ServedIndex,
} from './index/vector-index.js';
import { Rebuilds, requireRebuild, RunningCalls } from './rebuild.js';

const VERSIONS_PAGE = 1_000;

/** One serving collection, and during a rebuild a second one that will replace it. Every read sees every finished write. */
export class ServingIndex implements ServedIndex {
  readonly backend: Backend;
  readonly rebuilds: Rebuilds;
  readonly #store: CollectionStore;
  readonly #reads = new RunningCalls();
  readonly #writes = new RunningCalls();

  constructor(store: CollectionStore) {
    this.#store = store;
    this.backend = store.backend;
    this.rebuilds = new Rebuilds(store, this.#reads, this.#writes);
  }

  async reading<T>(work: (points: IndexReads) => Promise<T>, compared?: Compared): Promise<T> {
    const { retiring } = this.rebuilds;
    const fingerprint = compared?.modelFingerprint;
    const isRetiring = fingerprint !== undefined && retiring?.model.fingerprint === fingerprint;
    const collection = isRetiring ? retiring : (await this.#store.aliases()).serving;
    if (collection === undefined) return work(EMPTY_INDEX);
    if (compared !== undefined) requireComparable(collection.model, compared);
    return this.#reads.run(() => work(traced(collection, this.backend)));
  }

  /** @param options `approximate` answers in constant time, with estimated numbers of points. */
  async describe({ approximate } = { approximate: false }) {
    const { serving, rebuild } = await this.#store.aliases();
    const [present, filled] = await Promise.all([
      describeCollection(serving, approximate),
      describeCollection(rebuild, approximate),
    ]);
    const { points, modelFingerprint } = filled;
    return { ...present, rebuild: rebuild && { rebuildId: rebuild.name, points, modelFingerprint } };
  }

  /**
   * The first call creates the index. A write also goes to a rebuild for the same model.
   * @throws AppError `model_mismatch`, `rebuild_refused`
   */
  upsert(writing: IndexedModel, points: readonly Point[], rebuildId?: string): Promise<void> {
    if (points.length === 0) return Promise.resolve();
    return this.#write(async ({ serving, rebuild }) => {
      const target = rebuildId === undefined ? serving : requireRebuild(rebuild, rebuildId);
      const model = target?.model ?? writing;
      requireSameModel(model, writing.fingerprint);
      requirePointDimensions(model, points);
      const collection = target ?? (await this.#store.create('serving', model, 0));
      await traced(collection, this.backend).upsert(points);
      // A rebuild for another model does not get these points; publishing names the assets that it lacks.
      if (rebuildId === undefined && rebuild?.model.fingerprint === writing.fingerprint) {
        await this.#writeToRebuild(rebuild, () => rebuild.upsert(points));
      }
    });
  }

  /** From the serving index and from a running rebuild. */
  delete(assetIds: readonly string[]): Promise<void> {
    return this.#write(async ({ serving, rebuild }) => {
      if (serving) await traced(serving, this.backend).delete(assetIds);
      if (rebuild) await this.#writeToRebuild(rebuild, () => rebuild.delete(assetIds));
    });
  }

  /** By asset id; only of indexed assets. */
  async contentVersions(assetIds: readonly string[], rebuildId?: string): Promise<Map<string, string>> {
    const { serving, rebuild } = await this.#store.aliases();
    const collection = rebuildId === undefined ? serving : requireRebuild(rebuild, rebuildId);
    const read = (await collection?.read(assetIds, ['contentVersion'])) ?? [];
    return new Map(Array.from(read, ([assetId, { contentVersion }]) => [assetId, contentVersion]));
  }

  /** By asset id, of all that are indexed, in pages. */
  async *allVersions(): AsyncGenerator<Record<string, string>> {
    const { serving } = await this.#store.aliases();
    let page: [string, string][] = [];
    for await (const read of serving?.pages(['contentVersion']) ?? []) {
      for (const [assetId, { contentVersion }] of read) {
        page.push([assetId, contentVersion]);
        if (page.length < VERSIONS_PAGE) continue;
        yield Object.fromEntries(page);
        page = [];
      }
    }
    if (page.length > 0) yield Object.fromEntries(page);
  }

  /** Updates every secondary index, compacts, and drops old versions that no reader uses. */
  async optimize(): Promise<void> {
    await (await this.#store.aliases()).serving?.optimize();
  }

  close(): Promise<void> {
    return this.rebuilds.inOrder(async () => {
      await this.#writes.ended();
      await this.#store.close();
    });
  }

  /** Runs a write with the collections that it must reach. */
  #write(work: (aliases: Aliases) => Promise<void>): Promise<void> {
    return this.#writes.run(async () => {
      const aliases = await this.#store.aliases();
      if (aliases.rebuild === undefined) await work(aliases);
      else await this.rebuilds.inOrder(async () => work(await this.#store.aliases()));
    });
  }

  /** Ignores the failure of a write to a rebuild that another process has abandoned. */
  async #writeToRebuild(rebuild: Collection, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const present = await this.#store.aliases(true);
      if ([present.rebuild?.name, present.serving?.name].includes(rebuild.name)) throw error;
    }
  }
}

function requireComparable(model: IndexedModel, { modelFingerprint, vectors }: Compared): void {
  if (modelFingerprint !== undefined) requireSameModel(model, modelFingerprint);
  for (const [position, { target, values }] of vectors.entries()) {
    requireDimensions(model, target, values, ['vectors', position, 'vector']);
  }
}

const TRACED = ['retrieve', 'list', 'read', 'upsert', 'delete'] as const satisfies (keyof Collection)[];

/** The same collection; what it reads and writes for a call is a span of that call. */
function traced(collection: Collection, backend: Backend): Collection {
  return traceMethods(collection, TRACED, (method) => ({
    name: `${backend} ${method}`,
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': backend, 'db.operation.name': method },
  }));
}

async function describeCollection(collection: Collection | undefined, approximate: boolean) {
  const { points, indexedShare } = (await collection?.state()) ?? { points: 0, indexedShare: 1 };
  return {
    points: approximate ? points : ((await collection?.size()) ?? 0),
    /** Empty while nothing has been indexed. */
    modelFingerprint: collection?.model.fingerprint ?? '',
    /** Whether the engine's own indexes hold every point; until then searches are correct but slower. */
    settled: indexedShare >= 1,
  };
}
