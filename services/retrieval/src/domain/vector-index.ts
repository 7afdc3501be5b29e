import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate } from './candidate.js';
import type { Filter } from './filters.js';
import type { RankedList } from './fusion.js';
import type { Look, Point } from './point.js';

/** The serving index, independent of its engine. Every read sees every finished write. */
export interface VectorIndex {
  readonly backend: Backend;
  /** @param options `approximate` answers in constant time, with estimated numbers of points. */
  describe(options?: { approximate: boolean }): Promise<IndexDescription>;
  /**
   * The first call creates the index. A write also goes to a rebuild for the same model.
   * @throws AppError `model_mismatch`, `rebuild_refused`
   */
  upsert(model: IndexedModel, points: readonly Point[], rebuildId?: string): Promise<void>;
  /** From the serving index and from a running rebuild. */
  delete(assetIds: readonly string[]): Promise<void>;
  /** Content versions by asset id; only of indexed assets. */
  contentVersions(assetIds: readonly string[], rebuildId?: string): Promise<Map<string, string>>;
  /** Updates every secondary index, compacts, and drops old versions that no reader uses. */
  optimize(): Promise<void>;
  /** The best candidates of each list of the query, best first; an empty index returns empty lists. */
  recall(query: RecallQuery, call: CallContext): Promise<RankedList[]>;
  /** Points that satisfy the filters, each with score 1; every engine returns the same order. */
  list(query: ListQuery, call: CallContext): Promise<Candidate[]>;
  /** The nearest images to an indexed one, without that image; undefined when it is not indexed. */
  nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined>;
  /** How many points satisfy each set of filters, in the order of the sets. */
  count(query: CountQuery, call: CallContext): Promise<number[]>;
  /** Data for finding near-duplicates; only of indexed images. */
  looks(assetIds: readonly string[], call: CallContext): Promise<Map<string, Look>>;
  /** Local features by asset id; only of indexed images that have them. */
  localFeatures(assetIds: readonly string[], call: CallContext): Promise<Map<string, string>>;
  /** Words of points as they were written, in pages: of all points, or of an even sample of about `pointsMax`. */
  sampleWords(pointsMax: number): AsyncIterable<string[][]>;

  /** Creates an empty index for a model next to the serving one, or resumes an earlier rebuild for this model. */
  startRebuild(model: IndexedModel): Promise<StartedRebuild>;
  /** @throws AppError `rebuild_refused` when the rebuild is unknown or incomplete. */
  publishRebuild(rebuildId: string, options: { allowMissing: boolean }, call: CallContext): Promise<void>;
  abandonRebuild(rebuildId: string): Promise<void>;
  /** Copies the serving index into a new one, which then serves; yields its progress. */
  rebuild(call: CallContext): AsyncIterable<RebuildProgress>;
  close(): Promise<void>;
}

export type Backend = 'lancedb' | 'qdrant';

export interface IndexDescription {
  points: number;
  /** Undefined while nothing has been indexed. */
  model: IndexedModel | undefined;
  /** Whether the engine's own indexes hold every point; until then searches are correct but slower. */
  settled: boolean;
  rebuild: { id: string; model: IndexedModel; points: number } | undefined;
}

/** The model that filled an index; the first point sets it. */
export interface IndexedModel {
  fingerprint: string;
  /** Length of each vector; 0 for one that the model does not compute. */
  dimensions: Readonly<Record<VectorTarget, number>>;
}

export interface StartedRebuild {
  id: string;
  resumed: boolean;
}

export interface RebuildProgress {
  phase: 'copy' | 'index' | 'published';
  /** Finished points of this phase. */
  done: number;
  total: number;
}

export interface ListQuery {
  filters: readonly Filter[];
  listLimit: number;
  /** Whether candidates carry their palette. */
  withPalette: boolean;
  /** Whether candidates carry their texts. */
  withTexts: boolean;
}

export interface RecallQuery extends ListQuery {
  /** A point matches when it has any of these terms; empty: the search has no list of words. */
  terms: readonly string[];
  /** One list for each. */
  vectors: readonly QueryVector[];
  /** Of the model that computed the vectors; undefined without vectors. */
  modelFingerprint: string | undefined;
}

export interface QueryVector {
  name: string;
  target: VectorTarget;
  values: Float32Array;
}

/** Which vectors of the points are compared. */
export type VectorTarget = (typeof VECTOR_TARGETS)[number];

export const VECTOR_TARGETS = ['image', 'caption', 'sight'] as const;

/** The vectors that points of a model may have. */
export function targetsOf({ dimensions }: IndexedModel): readonly VectorTarget[] {
  return VECTOR_TARGETS.filter((target) => dimensions[target] > 0);
}

export interface CountQuery {
  filterSets: readonly (readonly Filter[])[];
  /** Where each count stops. */
  limit: number;
  /** Counts only points that match any of these terms; empty counts all. */
  terms: readonly string[];
  /** Excluded from every count. */
  exceptAssetId: string | undefined;
}
