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
import { VectorColumn, type ScoredRows } from './vector-column.js';
import { WordIndex } from './word-index.js';
import { type IndexedModel, VECTOR_TARGETS, type VectorTarget, targetsOf } from '../model.js';
import { pointId } from '../names.js';
import type { Point, PointPart } from '../point.js';
import type { Filter, ListPlace, Order, OrderedQuery, PartsById, RetrieveQuery } from '../vector-index.js';

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
  readonly #filteredRows = new LRUCache<string, Int32Array>({ max: FILTERS_KEPT });

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
    const { filters, terms, vectors, listLimit } = query;
    const rows = this.#rows(filters);
    const best = (scored: ScoredRows) => this.#best(scored, listLimit);
    return [
      ...(terms.length > 0 ? [{ name: WORDS_LIST, candidates: best(this.#words.scores(terms, rows)) }] : []),
      ...vectors.map(({ name, target, values }) => {
        const column = this.#vectors.get(target);
        return { name, candidates: column === undefined ? [] : best(column.cosines(values, rows)) };
      }),
    ];
  }

  list({ filters, listLimit, ...wanted }: OrderedQuery): Candidate[] {
    const rows = this.#rows(filters);
    const listed =
      wanted.order === undefined ? this.#byPointId(rows) : this.#byDate(rows, wanted.order, wanted.after);
    return listed.slice(0, listLimit).map((row) => this.#candidate(row, 1));
  }

  #byPointId(rows: Int32Array): number[] {
    const points = Array.from(rows, (row) => ({ row, id: pointId(this.#at(row).assetId) }));
    return points.sort((one, other) => compareIds(one.id, other.id)).map(({ row }) => row);
  }

  #byDate(rows: Int32Array, order: Order, after: ListPlace | undefined): number[] {
    const compare = byDate(order);
    const points = Array.from(rows, (row) => {
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

  /** Objects are made of the best alone: every search scores every row. */
  #best({ rows, scores }: ScoredRows, limit: number): Candidate[] {
    const least = nthBest(scores, limit);
    const best: Candidate[] = [];
    for (let at = 0; at < rows.length; at += 1) {
      const score = scores[at] ?? 0;
      if (score >= least) best.push(this.#candidate(rows[at] ?? 0, score));
    }
    return best.sort(byScoreThenId).slice(0, limit);
  }

  #candidate(row: number, score: number): Candidate {
    const { assetId, perceptualHash } = this.#at(row);
    return candidateOf({ assetId, score, perceptualHash });
  }

  /** Those that satisfy every filter. */
  #rows(filters: readonly Filter[]): Int32Array {
    const key = JSON.stringify(filters);
    const rows = this.#filteredRows.get(key) ?? Int32Array.from(this.#filtered(filters));
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

/** The scores among which `nthBest` selects; used again by every search. */
let room = new Float64Array(0);

/** The score that the last of so many best ones has, by Hoare's selection: sorting them all takes about five times as long. */
function nthBest(scores: ScoredRows['scores'], count: number): number {
  if (scores.length <= count) return -Infinity;
  if (room.length < scores.length) room = new Float64Array(2 * scores.length);
  room.set(scores);
  const place = scores.length - count;
  let [from, to] = [0, scores.length - 1];
  while (from < to) {
    const pivot = room[(from + to) >>> 1] ?? 0;
    let [low, high] = [from, to];
    while (low <= high) {
      while ((room[low] ?? pivot) < pivot) low += 1;
      while ((room[high] ?? pivot) > pivot) high -= 1;
      if (low > high) break;
      const swapped = room[low] ?? 0;
      room[low++] = room[high] ?? 0;
      room[high--] = swapped;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return room[place] ?? -Infinity;
}

const WASTED_MIN = 1_000;
const FILTERS_KEPT = 32;
