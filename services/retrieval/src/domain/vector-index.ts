import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Condition } from './conditions.js';
import type { Point, Swatch } from './point.js';

/** The index of one model's points, whichever engine keeps it. Every read sees every finished write. */
export interface VectorIndex {
  readonly backend: Backend;
  describe(): Promise<IndexDescription>;
  /**
   * Inserts or replaces points by asset id, all or none of them; the first call creates the index.
   * @throws AppError `model_mismatch` when another model filled the index.
   */
  upsert(modelFingerprint: string, points: readonly Point[]): Promise<void>;
  delete(assetIds: readonly string[]): Promise<void>;
  /** Content version by asset id, of those that are indexed. */
  contentVersions(assetIds: readonly string[]): Promise<Map<string, string>>;
  /** Brings every secondary index up to date, compacts, and drops what no reader can still need. */
  optimize(): Promise<void>;
  /** The best of each list that the query asks for, best first; an index that holds nothing has empty lists. */
  recall(query: RecallQuery, call: CallContext): Promise<RecallLists>;
  /** The nearest pictures to an indexed one, itself excluded; undefined when it is not indexed. */
  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Hit[] | undefined>;
  close(): Promise<void>;
}

export type Backend = 'lancedb' | 'qdrant';

export interface IndexDescription {
  points: number;
  /** Undefined while nothing has been indexed. */
  model: IndexedModel | undefined;
}

/** What filled an index, fixed by its first point. */
export interface IndexedModel {
  fingerprint: string;
  dimensions: number;
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
  /** Cosine similarity in a vector list, BM25 in the word list. */
  score: number;
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
