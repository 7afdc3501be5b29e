import { Readable } from 'node:stream';
import type { Condition } from '@imagesearch/facets/conditions';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { type Candidate, type RankedList, WORDS_LIST } from './candidate.js';
import type { IndexedModel, VectorTarget } from './model.js';
import type { Point, PointPart } from './point.js';

/** What searches read of the serving collection. */
export interface IndexReads {
  /** The best candidates of each list of the query, best first. */
  retrieve(query: RetrieveQuery, call: CallContext): Promise<RankedList[]>;
  /** Points that satisfy the filters, each with score 1, in this order; without one every engine returns the same. */
  list(query: OrderedQuery, call: CallContext): Promise<Candidate[]>;
  /** How many points satisfy the filters; an engine may estimate it. */
  count(filters: readonly Filter[], call: CallContext): Promise<number>;
  /** These parts of points, by asset id; only of indexed images. */
  read<Part extends PointPart>(assetIds: readonly string[], parts: readonly Part[]): Promise<PartsById<Part>>;
  /** These parts of all points, in pages, or of some. Points written during the iteration may be missing. */
  pages<Part extends PointPart>(parts: readonly Part[], some?: SomePoints): AsyncIterable<PartsById<Part>>;
}

/** An even sample of about `pointsMax` of the points that satisfy the filters. */
export interface SomePoints {
  filters: readonly Filter[];
  pointsMax: number;
}

export type PartsById<Part extends PointPart> = Map<string, Pick<Point, Part>>;

/** The serving index, independent of its engine. */
export interface ServedIndex {
  /**
   * Reads the collection that serves, which is not dropped meanwhile.
   * @param compared The vectors that the work compares with those of the index.
   * @throws AppError `model_mismatch`, or `invalid_request` for vectors that the index cannot be compared with
   */
  reading<T>(work: (points: IndexReads) => Promise<T>, compared?: Compared): Promise<T>;
}

export interface Compared {
  /** Of the model that computed the vectors; undefined without vectors. */
  modelFingerprint: string | undefined;
  vectors: readonly QueryVector[];
}

/** Before anything was indexed. */
export const EMPTY_INDEX: IndexReads = {
  retrieve: ({ terms, vectors }) => {
    const names = [...(terms.length > 0 ? [WORDS_LIST] : []), ...vectors.map(({ name }) => name)];
    return Promise.resolve(names.map((name) => ({ name, candidates: [] })));
  },
  list: () => Promise.resolve([]),
  count: () => Promise.resolve(0),
  read: () => Promise.resolve(new Map()),
  pages: () => Readable.from([]),
};

export type Backend = 'lancedb' | 'qdrant';

export interface ListQuery {
  filters: readonly Filter[];
  listLimit: number;
}

/** By when an image was made; unknown dates come last. Equal dates are in an order that an engine keeps. */
export type Order = 'newest' | 'oldest';

export interface OrderedQuery extends ListQuery {
  order?: Order | undefined;
  /** Leaves out this point and what comes before it in the order. */
  after?: ListPlace | undefined;
}

/** A point in an order; the index may have lost it. */
export interface ListPlace {
  assetId: string;
  /** Undefined where the date is unknown. */
  createdMs: number | undefined;
}

export interface RetrieveQuery extends ListQuery {
  /** A point matches when it has any of these terms; empty: the search has no list of words. */
  terms: readonly string[];
  /** One list for each. */
  vectors: readonly QueryVector[];
}

export interface QueryVector {
  name: string;
  target: VectorTarget;
  values: Float32Array;
}

/** The collections of one engine, and which of them serves. */
export interface CollectionStore {
  readonly backend: Backend;
  /** How long another process may use old aliases after a change. */
  readonly staleMs: number;
  /** @param isFresh Reads them without a cache. */
  aliases(isFresh?: boolean): Promise<Aliases>;
  /**
   * An empty collection for this model; of `serving` the one that is there. From now on every writer also writes to a rebuild.
   * @param points That it will hold.
   */
  create(role: keyof Aliases, model: IndexedModel, points: number): Promise<Collection>;
  /** Makes the rebuild the serving collection, in one atomic step. */
  publish(rebuild: Collection): Promise<void>;
  drop(name: string): Promise<void>;
  /** Removes collections that a crash left behind. */
  dropLeftovers(): Promise<void>;
  close(): Promise<void>;
}

export interface Aliases {
  serving: Collection | undefined;
  rebuild: Collection | undefined;
}

export interface Collection extends IndexReads {
  readonly name: string;
  readonly model: IndexedModel;
  size(): Promise<number>;
  /** In constant time: about how many points, and which share the engine's own indexes hold; the others are compared one by one. */
  state(): Promise<{ points: number; indexedShare: number }>;
  /** Atomic. */
  upsert(points: readonly Point[]): Promise<void>;
  delete(assetIds: readonly string[]): Promise<void>;
  optimize(): Promise<void>;
}

/** A condition in one of the forms that every engine supports. A candidate satisfies all filters of a search. */
export type Filter =
  | Condition
  /** The image's words do not hold all of these terms. */
  | { kind: 'lacks'; terms: readonly string[] }
  /** The image does not meet all of these. */
  | { kind: 'fails'; conditions: readonly Condition[] };
