import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { Candidate } from '../../domain/candidate.js';
import type { Collection, RecallOptions, RevisionPage } from '../../domain/collection.js';
import type { RankedList } from '../../domain/fusion.js';
import type { Look, Point } from '../../domain/point.js';
import type { CountQuery, IndexedModel, ListQuery, RecallQuery } from '../../domain/vector-index.js';
import { KnownFeatures } from './known-features.js';
import { ResidentPoints } from './resident-points.js';

/** A collection of which this process is the only writer. */
export interface OwnedCollection extends Collection {
  /** All points, in pages. Nothing is written meanwhile. */
  everything(): AsyncIterable<Point[]>;
  close(): Promise<void>;
}

/**
 * Answers searches of a small collection from memory; its engine keeps the points and answers everything else. A write
 * reaches the engine first, and memory before it is reported as done.
 */
export class ResidentCollection implements Collection {
  readonly name: string;
  readonly model: IndexedModel;
  readonly #engine: OwnedCollection;
  readonly #pointsMax: number;
  readonly #onTooLarge: (points: number) => void;
  /** Loading and writes run one after another, so that memory misses no write. */
  readonly #inOrder = createSemaphore(1);
  readonly #features = new KnownFeatures();
  /** Undefined while it is not loaded, and for good once the collection is too large. */
  #resident: ResidentPoints | undefined;
  #isTooLarge = false;
  #isClosed = false;

  constructor(engine: OwnedCollection, pointsMax: number, onTooLarge: (points: number) => void) {
    this.#engine = engine;
    this.name = engine.name;
    this.model = engine.model;
    this.#pointsMax = pointsMax;
    this.#onTooLarge = onTooLarge;
  }

  /** Reads all points into memory. Until then, and where that fails, the engine answers. */
  load(): Promise<void> {
    return this.#inOrder.run(() => this.#load()).catch(() => undefined);
  }

  recall(query: RecallQuery, call: CallContext, options: RecallOptions = {}): Promise<RankedList[]> {
    if (this.#resident === undefined || options.effort !== undefined) {
      return this.#engine.recall(query, call, options);
    }
    return this.#read(call, (points) => points.recall(query));
  }

  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined> {
    if (this.#resident === undefined) return this.#engine.nearestTo(assetId, query, call);
    return this.#read(call, (points) => points.nearestTo(assetId, query));
  }

  list(query: ListQuery, call: CallContext): Promise<Candidate[]> {
    if (this.#resident === undefined) return this.#engine.list(query, call);
    return this.#read(call, (points) => points.list(query));
  }

  countMatching(query: CountQuery, call: CallContext): Promise<number[]> {
    if (this.#resident === undefined) return this.#engine.countMatching(query, call);
    return this.#read(call, (points) => points.count(query));
  }

  looks(assetIds: readonly string[], call: CallContext): Promise<Map<string, Look>> {
    if (this.#resident === undefined) return this.#engine.looks(assetIds, call);
    return this.#read(call, (points) => points.looks(assetIds));
  }

  /** Not all in memory: a search compares those of a few images, and they are larger than everything else but the vectors. */
  localFeatures(assetIds: readonly string[], call: CallContext): Promise<Map<string, string>> {
    return this.#features.of(assetIds, (unknown) => this.#engine.localFeatures(unknown, call));
  }

  upsert(points: readonly Point[]): Promise<void> {
    const ids = points.map(({ assetId }) => assetId);
    return this.#write(
      ids,
      () => this.#engine.upsert(points),
      (resident) => {
        for (const point of points) resident.put(point);
      },
    );
  }

  delete(assetIds: readonly string[]): Promise<void> {
    return this.#write(
      assetIds,
      () => this.#engine.delete(assetIds),
      (resident) => {
        for (const assetId of assetIds) resident.remove(assetId);
      },
    );
  }

  count(): Promise<number> {
    return this.#engine.count();
  }

  approximateCount(): Promise<number> {
    return this.#engine.approximateCount();
  }

  indexedShare(): Promise<number> {
    return this.#engine.indexedShare();
  }

  contentVersions(assetIds: readonly string[]): Promise<Map<string, string>> {
    return this.#engine.contentVersions(assetIds);
  }

  optimize(): Promise<void> {
    return this.#engine.optimize();
  }

  sampleWords(pointsMax: number): AsyncIterable<string[][]> {
    return this.#engine.sampleWords(pointsMax);
  }

  revisions(cursor: string | null): AsyncIterable<RevisionPage> {
    return this.#engine.revisions(cursor);
  }

  revisionsOf(assetIds: readonly string[]): Promise<Map<string, string>> {
    return this.#engine.revisionsOf(assetIds);
  }

  read(assetIds: readonly string[]): Promise<Point[]> {
    return this.#engine.read(assetIds);
  }

  /** Ends loading early. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#resident = undefined;
    return this.#inOrder.run(() => this.#engine.close());
  }

  /** @throws AppError `cancelled`, `deadline_exceeded` when the call has ended. */
  async #read<Result>(call: CallContext, read: (points: ResidentPoints) => Result): Promise<Result> {
    assertLive(call);
    if (this.#resident === undefined) throw new Error('The points are not in memory.');
    return Promise.resolve(read(this.#resident));
  }

  #write(
    assetIds: readonly string[],
    write: () => Promise<void>,
    apply: (resident: ResidentPoints) => void,
  ): Promise<void> {
    return this.#inOrder.run(async () => {
      try {
        await write();
      } catch (error) {
        // Whether the engine holds the write is not known: its points are read again.
        this.#resident = undefined;
        void this.load();
        throw error;
      } finally {
        this.#features.forget(assetIds);
      }
      if (this.#resident === undefined) return;
      apply(this.#resident);
      if (this.#resident.size > this.#pointsMax) this.#giveUp(this.#resident.size);
      else if (this.#resident.isMostlyWaste) await this.#load();
    });
  }

  async #load(): Promise<void> {
    if (this.#isTooLarge || this.#isEnding()) return;
    const count = await this.#engine.count();
    if (count > this.#pointsMax) {
      this.#giveUp(count);
      return;
    }
    const points = new ResidentPoints(this.model);
    for await (const page of this.#engine.everything()) {
      if (this.#isEnding()) return;
      for (const point of page) points.put(point);
    }
    this.#resident = points;
  }

  #isEnding(): boolean {
    return this.#isClosed;
  }

  #giveUp(points: number): void {
    this.#isTooLarge = true;
    this.#resident = undefined;
    this.#onTooLarge(points);
  }
}
