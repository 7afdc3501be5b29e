import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Condition } from './conditions.js';
import type { Look, Point, Swatch } from './point.js';

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
  recall(query: RecallQuery, call: CallContext): Promise<RecallLists>;
  /** Points that satisfy the conditions, each with a score of 1, in an order that is the same for every engine. */
  list(query: ListQuery, call: CallContext): Promise<Hit[]>;
  /** The nearest pictures to an indexed one, itself excluded; undefined when it is not indexed. */
  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Hit[] | undefined>;
  /** How the pictures look, of those that are indexed; for telling copies of one picture. */
  looks(assetIds: readonly string[], call: CallContext): Promise<Map<string, Look>>;

  /** Makes an empty index for a model beside the serving one, or resumes the one that was made for it. */
  startRebuild(model: IndexedModel): Promise<StartedRebuild>;
  /** @throws AppError `rebuild_refused` when it is unknown, or lacks assets that it may not lack. */
  publishRebuild(rebuildId: string, options: { allowMissing: boolean }, call: CallContext): Promise<void>;
  abandonRebuild(rebuildId: string): Promise<void>;
  /** Copies the serving index into a new one and puts that in its place, telling how far it is. */
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
  conditions: readonly Condition[];
  /** The most hits of each list. */
  listLimit: number;
  /** Whether hits carry their palette. */
  withPalette: boolean;
}

export interface RecallQuery extends ListQuery {
  /** Any of these terms matches; empty asks for no word list. */
  terms: readonly string[];
  caption: Float32Array | undefined;
  image: Float32Array | undefined;
  /** What made the vectors; undefined when there are none. */
  modelFingerprint: string | undefined;
}

export const LIST_NAMES = ['words', 'caption', 'image'] as const;
export type ListName = (typeof LIST_NAMES)[number];

/** One list a name that was asked for. */
export type RecallLists = Partial<Record<ListName, Hit[]>>;

export interface Hit {
  assetId: string;
  /** Cosine similarity in a vector list, BM25 in the word list, 1 where nothing is ranked. */
  score: number;
  /** 16 hexadecimal digits; null when unknown. */
  perceptualHash: string | null;
  /** Empty unless the query asked for it. */
  palette: readonly Swatch[];
}

/** Best first; equal scores by asset id, so that an answer never depends on the order of storage. */
export function sortHits(hits: Hit[]): Hit[] {
  return hits.sort((a, b) => b.score - a.score || compareIds(a.assetId, b.assetId));
}

/** By code unit: the same on every machine, unlike a locale's order. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
