import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from './candidate.js';
import type { Filter } from './filters.js';
import type { RankedList } from './fusion.js';
import type { Look, Point } from './point.js';

/** The index that serves, whichever engine keeps it. Every read sees every finished write. */
export interface VectorIndex {
  readonly backend: Backend;
  describe(): Promise<IndexDescription>;
  /**
   * Inserts or replaces points by asset id; the first call creates the index. What goes to the serving index goes to
   * a rebuild for the same model as well.
   * @throws AppError `model_mismatch` when another model filled the index, `rebuild_refused` for an unknown rebuild.
   */
  upsert(modelFingerprint: string, points: readonly Point[], rebuildId?: string): Promise<void>;
  /** From the serving index, and from what is being rebuilt. */
  delete(assetIds: readonly string[]): Promise<void>;
  /** Content version by asset id, of those that are indexed. */
  contentVersions(assetIds: readonly string[], rebuildId?: string): Promise<Map<string, string>>;
  /** Brings every secondary index up to date, compacts, and drops what no reader can still need. */
  optimize(): Promise<void>;
  /** The best of each list that the query asks for, best first; an index that holds nothing has empty lists. */
  recall(query: RecallQuery, call: CallContext): Promise<RankedList[]>;
  /** Points that satisfy the filters, each with a score of 1, in an order that is the same for every engine. */
  list(query: ListQuery, call: CallContext): Promise<Candidate[]>;
  /** The nearest images to an indexed one, itself excluded; undefined when it is not indexed. */
  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined>;
  /** How many points satisfy each set of filters, in the order of the sets. */
  count(query: CountQuery, call: CallContext): Promise<number[]>;
  /** How the images look, of those that are indexed; for telling near-duplicates. */
  looks(assetIds: readonly string[], call: CallContext): Promise<Map<string, Look>>;

  /** Makes an empty index for a model beside the serving one, or resumes the one that was made for it. */
  startRebuild(model: IndexedModel): Promise<StartedRebuild>;
  /** @throws AppError `rebuild_refused` when it is unknown, or lacks assets that it may not lack. */
  publishRebuild(rebuildId: string, options: { allowMissing: boolean }, call: CallContext): Promise<void>;
  abandonRebuild(rebuildId: string): Promise<void>;
  /** Copies the serving index into a new one and puts that in its place; yields its progress. */
  rebuild(call: CallContext): AsyncIterable<RebuildProgress>;
  close(): Promise<void>;
}

export type Backend = 'lancedb' | 'qdrant';

export interface IndexDescription {
  points: number;
  /** Undefined while nothing has been indexed. */
  model: IndexedModel | undefined;
  /** Whether every point is in the engine's own indexes; until then answers are right, and slower. */
  settled: boolean;
  rebuild: { id: string; model: IndexedModel; points: number } | undefined;
}

/** What filled an index, fixed by its first point. */
export interface IndexedModel {
  fingerprint: string;
  dimensions: number;
}

export interface StartedRebuild {
  id: string;
  resumed: boolean;
}

export interface RebuildProgress {
  phase: 'copy' | 'index' | 'verify' | 'published';
  /** Points of the present phase that are dealt with. */
  done: number;
  total: number;
}

export interface ListQuery {
  filters: readonly Filter[];
  /** The most candidates of each list. */
  listLimit: number;
  /** Whether candidates carry their palette. */
  withPalette: boolean;
}

export interface RecallQuery extends ListQuery {
  /** Any of these terms matches; empty asks for no list of words. */
  terms: readonly string[];
  /** One list for each. */
  vectors: readonly QueryVector[];
  /** What made the vectors; undefined when there are none. */
  modelFingerprint: string | undefined;
}

export interface QueryVector {
  /** Of its list. */
  name: string;
  target: VectorTarget;
  values: Float32Array;
}

/** Which vectors of the points are compared. */
export type VectorTarget = 'image' | 'caption';

export interface CountQuery {
  filterSets: readonly (readonly Filter[])[];
  /** Where each count stops. */
  limit: number;
  /** Counts only points that match any of these; empty counts all. */
  terms: readonly string[];
  /** Left out of every count. */
  exceptAssetId: string | undefined;
}
