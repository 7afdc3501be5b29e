import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from './candidate.js';
import type { RankedList } from './fusion.js';
import type { Look, Point } from './point.js';
import type { RebuildRecord } from './rebuild-record.js';
import type { Effort } from './recall-policy.js';
import type { Backend, CountQuery, IndexedModel, ListQuery, RecallQuery } from './vector-index.js';

/** The collections of one engine, and which of them serves. */
export interface CollectionStore {
  readonly backend: Backend;
  /** How long another process may use old aliases after a change. */
  readonly staleMs: number;
  aliases(): Promise<Aliases>;
  /** Reads the aliases without a cache. */
  currentAliases(): Promise<Aliases>;
  /** The serving collection; creates it for this model when there is none. */
  createServing(model: IndexedModel): Promise<Collection>;
  /** New and empty. From now on every writer also writes to it. @param points Expected number of points. */
  createRebuild(model: IndexedModel, points: number): Promise<Collection>;
  /** Makes the rebuild the serving collection, in one atomic step. */
  publish(rebuild: Collection): Promise<void>;
  drop(name: string): Promise<void>;
  /** Of the last copy; undefined when no collection was ever copied. */
  rebuildRecord(): Promise<RebuildRecord | undefined>;
  keepRebuildRecord(record: RebuildRecord): Promise<void>;
  /** Removes collections that a crash left behind. */
  dropLeftovers(): Promise<void>;
  close(): Promise<void>;
}

export interface Aliases {
  serving: Collection | undefined;
  rebuild: Collection | undefined;
}

export interface Collection {
  readonly name: string;
  readonly model: IndexedModel;
  count(): Promise<number>;
  /** In constant time. */
  approximateCount(): Promise<number>;
  /** Share of the points that the engine's own indexes hold, 0 to 1; the others are compared one by one. */
  indexedShare(): Promise<number>;
  /** Atomic. */
  upsert(points: readonly Point[]): Promise<void>;
  delete(assetIds: readonly string[]): Promise<void>;
  contentVersions(assetIds: readonly string[]): Promise<Map<string, string>>;
  optimize(): Promise<void>;
  recall(query: RecallQuery, call: CallContext, options?: RecallOptions): Promise<RankedList[]>;
  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined>;
  list(query: ListQuery, call: CallContext): Promise<Candidate[]>;
  countMatching(query: CountQuery, call: CallContext): Promise<number[]>;
  looks(assetIds: readonly string[], call: CallContext): Promise<Map<string, Look>>;
  localFeatures(assetIds: readonly string[], call: CallContext): Promise<Map<string, string>>;
  /**
   * Words of points as they were written, in pages: of all points, or of an even sample when there are more than `pointsMax`.
   * Points without stored words are left out.
   */
  sampleWords(pointsMax: number): AsyncIterable<string[][]>;
  /**
   * Revisions of all points, in pages and always in the same order. Points written during the iteration may be missing.
   * @param cursor Where to go on; null begins.
   */
  revisions(cursor: string | null): AsyncIterable<RevisionPage>;
  revisionsOf(assetIds: readonly string[]): Promise<Map<string, string>>;
  /** Complete points; only of indexed assets. */
  read(assetIds: readonly string[]): Promise<Point[]>;
}

export interface RevisionPage {
  /** By asset id. */
  revisions: Map<string, string>;
  /** Goes on behind this page. */
  cursor: string | null;
}

export interface RecallOptions {
  effort?: Effort;
}
