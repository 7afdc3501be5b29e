import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from './candidate.js';
import type { RankedList } from './fusion.js';
import type { Look, Point } from './point.js';
import type { Backend, CountQuery, IndexedModel, ListQuery, RecallQuery } from './vector-index.js';

/** One engine's collections, and which of them serves: the part of an index that engines do differently. */
export interface CollectionStore {
  readonly backend: Backend;
  /** How long another process may go on using what `aliases` answered before a change. */
  readonly staleMs: number;
  aliases(): Promise<Aliases>;
  /** As they are at this moment, whatever was known before. */
  currentAliases(): Promise<Aliases>;
  /** The serving collection, made for this model when there is none. */
  createServing(model: IndexedModel): Promise<Collection>;
  /**
   * A new, empty collection beside the serving one, which every writer fills as well from now on.
   * @param points About how many it is to hold.
   */
  createRebuild(model: IndexedModel, points: number): Promise<Collection>;
  /** Puts the rebuild in the place of the serving collection, in one step that a crash cannot halve. */
  publish(rebuild: Collection): Promise<void>;
  /** Removes a collection. One that is gone is no error. */
  drop(name: string): Promise<void>;
  /** Removes what neither serves nor is being rebuilt: what a crash left. */
  dropLeftovers(): Promise<void>;
  close(): Promise<void>;
}

export interface Aliases {
  serving: Collection | undefined;
  rebuild: Collection | undefined;
}

/** The points of one model. */
export interface Collection {
  readonly name: string;
  readonly model: IndexedModel;
  count(): Promise<number>;
  /** Points that the engine's own indexes hold already; the others are compared one by one. */
  indexedShare(): Promise<number>;
  /** All or none of them. */
  upsert(points: readonly Point[]): Promise<void>;
  delete(assetIds: readonly string[]): Promise<void>;
  contentVersions(assetIds: readonly string[]): Promise<Map<string, string>>;
  optimize(): Promise<void>;
  recall(query: RecallQuery, call: CallContext, options?: RecallOptions): Promise<RankedList[]>;
  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined>;
  list(query: ListQuery, call: CallContext): Promise<Candidate[]>;
  countMatching(query: CountQuery, call: CallContext): Promise<number[]>;
  looks(assetIds: readonly string[], call: CallContext): Promise<Map<string, Look>>;
  /** Every point's revision, some at a time; points written meanwhile may be among them or not. */
  revisions(): AsyncIterable<Map<string, string>>;
  revisionsOf(assetIds: readonly string[]): Promise<Map<string, string>>;
  /** Whole points, of those that are there. */
  read(assetIds: readonly string[]): Promise<Point[]>;
}

export interface RecallOptions {
  /** Compares every vector, whatever the policy. */
  exact?: boolean;
}
