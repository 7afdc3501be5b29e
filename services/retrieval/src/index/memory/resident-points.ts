import { satisfies, type Facets } from '@imagesearch/facets/conditions';
import { LRUCache } from 'lru-cache';
import {
  byDate,
  byScoreThenId,
  candidateOf,
  compareIds,
  WORDS_LIST,
  type Candidate,
  type RankedList,
} from '../candidate.js';
import { VectorColumn, type ScoredRow } from './vector-column.js';
import { WordIndex } from './word-index.js';
import { type IndexedModel, VECTOR_TARGETS, type VectorTarget, targetsOf } from '../model.js';
import { pointId } from '../names.js';
import type { Point, PointPart } from '../point.js';
import type {
  Filter,
  ListPlace,
  ListQuery,
  Order,
  OrderedQuery,
  PartsById,
  QueryVector,
  RetrieveQuery,
} from '../vector-index.js';

/** What a search reads of a point besides its vectors. */
type ResidentPoint = Pick<Point, 'assetId' | 'facets' | 'perceptualHash' | 'terms' | 'texts'>;

/** Local features are not in memory: a search compares those of a few images, and they are larger than all but the vectors. */
export const RESIDENT_PARTS = [
  ...VECTOR_TARGETS,
  'facets',
  'perceptualHash',
  'terms',
  'texts',
] as const satisfies PointPart[];

export type ResidentPart = (typeof RESIDENT_PARTS)[number];

export function areResident(parts: readonly PointPart[]): parts is readonly ResidentPart[] {
  return parts.every((part) => (RESIDENT_PARTS as readonly PointPart[]).includes(part));
}

/** All points of a small collection in memory. Every search compares every point. */
export class ResidentPoints {
  /** Undefined where a point was removed or replaced. */
  readonly #points: (ResidentPoint | undefined)[] = [];
  readonly #rowOf = new Map<string, number>();
  readonly #vectors: ReadonlyMap<VectorTarget, VectorColumn>;
  readonly #words = new WordIndex();
  /** Of the filters that searches had last: nearly all have the same. Emptied by every change. */
  readonly #filteredRows = new LRUCache<string, readonly number[]>({ max: FILTERS_KEPT });

  constructor(model: IndexedModel) {
    this.#vectors = new Map(
      targetsOf(model).map((target) => [target, new VectorColumn(model.dimensions[target])] as const),
    );
  }

  get size(): number {
    return this.#rowOf.size;
  }

  /** Replaced and removed points keep their memory. */
  get isMostlyWaste(): boolean {
    return this.#points.length > WASTED_MIN + 2 * this.size;
  }

  put(point: Pick<Point, 'assetId' | ResidentPart>): void {
    this.remove(point.assetId);
    this.#filteredRows.clear();
    const row = this.#points.length;
    const { assetId, facets, perceptualHash, texts, terms } = point;
    this.#points.push({ assetId, facets, perceptualHash, terms, texts });
    this.#rowOf.set(assetId, row);
    for (const [target, column] of this.#vectors) column.set(row, point[target]);
    this.#words.add(row, terms);
  }

  remove(assetId: string): void {
    const row = this.#rowOf.get(assetId);
    if (row === undefined) return;
    this.#filteredRows.clear();
    this.#rowOf.delete(assetId);
    this.#words.remove(row, this.#at(row).terms);
    this.#points[row] = undefined;
  }

  retrieve(query: RetrieveQuery): RankedList[] {
    const rows = this.#rows(query.filters);
    return [
      ...(query.terms.length > 0 ? [{ name: WORDS_LIST, candidates: this.#byWords(rows, query) }] : []),
      ...query.vectors.map((vector) => ({
        name: vector.name,
        candidates: this.#byVector(rows, vector, query),
      })),
    ];
  }

  list({ filters, listLimit, ...wanted }: OrderedQuery): Candidate[] {
    const rows = this.#rows(filters);
    const listed =
      wanted.order === undefined ? this.#byPointId(rows) : this.#byDate(rows, wanted.order, wanted.after);
    return listed.slice(0, listLimit).map((row) => this.#candidate({ row, score: 1 }));
  }

  #byPointId(rows: readonly number[]): number[] {
    const points = rows.map((row) => ({ row, id: pointId(this.#at(row).assetId) }));
    return points.sort((one, other) => compareIds(one.id, other.id)).map(({ row }) => row);
  }

  #byDate(rows: readonly number[], order: Order, after: ListPlace | undefined): number[] {
    const compare = byDate(order);
    const points = rows.map((row) => {
      const { assetId, facets } = this.#at(row);
      return { row, assetId, created: facets.created };
    });
    const { assetId = '', createdMs } = after ?? {};
    const place = { assetId, created: createdMs === undefined ? null : { from: createdMs } };
    const left = after === undefined ? points : points.filter((point) => compare(point, place) > 0);
    return left.sort(compare).map(({ row }) => row);
  }

  count(filters: readonly Filter[]): number {
    return this.#rows(filters).length;
  }

  /** At least these parts of points. Vectors come only where they are asked for: gathering them takes long. */
  read(assetIds: readonly string[], parts: readonly ResidentPart[]): PartsById<ResidentPart> {
    const targets = VECTOR_TARGETS.filter((target) => parts.includes(target));
    const found = new Map<string, object>();
    for (const assetId of assetIds) {
      const row = this.#rowOf.get(assetId);
      if (row === undefined) continue;
      const point = this.#at(row);
      const vectors = targets.map((target) => [target, this.#vectors.get(target)?.at(row) ?? null] as const);
      found.set(assetId, targets.length === 0 ? point : { ...point, ...Object.fromEntries(vectors) });
    }
    return found as PartsById<ResidentPart>;
  }

  #byWords(rows: readonly number[], query: RetrieveQuery): Candidate[] {
    const scores = this.#words.scores(query.terms);
    const scored: ScoredRow[] = [];
    for (const row of rows) {
      const score = scores.get(row);
      if (score !== undefined) scored.push({ row, score });
    }
    return this.#best(scored, query);
  }

  #byVector(
    rows: readonly number[],
    { target, values }: Pick<QueryVector, 'target' | 'values'>,
    query: ListQuery,
  ): Candidate[] {
    return this.#best(this.#vectors.get(target)?.cosines(values, rows) ?? [], query);
  }

  #best(scored: readonly ScoredRow[], query: ListQuery): Candidate[] {
    const least = scoreAt(scored, query.listLimit);
    return scored
      .filter(({ score }) => score >= least)
      .map((found) => this.#candidate(found))
      .sort(byScoreThenId)
      .slice(0, query.listLimit);
  }

  #candidate({ row, score }: ScoredRow): Candidate {
    const { assetId, perceptualHash } = this.#at(row);
    return candidateOf({ assetId, score, perceptualHash });
  }

  /** Those that satisfy every filter. */
  #rows(filters: readonly Filter[]): readonly number[] {
    const key = JSON.stringify(filters);
    const rows = this.#filteredRows.get(key) ?? this.#filtered(filters);
    this.#filteredRows.set(key, rows);
    return rows;
  }

  #filtered(filters: readonly Filter[]): number[] {
    const onFacets = filters.filter((filter) => filter.kind !== 'lacks');
    const excluded = filters.flatMap((filter) =>
      filter.kind === 'lacks' ? [this.#words.rowsWithAll(filter.terms)] : [],
    );
    const rows: number[] = [];
    for (let row = 0; row < this.#points.length; row += 1) {
      const point = this.#points[row];
      if (point === undefined) continue;
      if (!onFacets.every((filter) => isMet(point.facets, filter))) continue;
      if (excluded.length === 0 || !excluded.some((held) => held.has(row))) rows.push(row);
    }
    return rows;
  }

  #at(row: number): ResidentPoint {
    const point = this.#points[row];
    if (point === undefined) throw new Error('A row of the index in memory holds no point.');
    return point;
  }
}

function isMet(facets: Facets, filter: Exclude<Filter, { kind: 'lacks' }>): boolean {
  if (filter.kind === 'fails') return !filter.conditions.every((condition) => isMet(facets, condition));
  return satisfies(facets[filter.facet], filter);
}

/** The score that the last of so many best rows has. Sorted as plain numbers, because every search scores every row. */
function scoreAt(scored: readonly ScoredRow[], limit: number): number {
  const scores = new Float64Array(scored.length);
  for (let at = 0; at < scored.length; at += 1) scores[at] = scored[at]?.score ?? 0;
  scores.sort();
  return scores[scores.length - limit] ?? -Infinity;
}

const WASTED_MIN = 1_000;
const FILTERS_KEPT = 32;
