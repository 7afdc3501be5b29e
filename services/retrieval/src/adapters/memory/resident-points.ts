import { candidateOf, compareIds, type Candidate } from '../../domain/candidate.js';
import type { Filter } from '../../domain/filters.js';
import { WORDS_LIST, type RankedList } from '../../domain/fusion.js';
import type { Look, Point } from '../../domain/point.js';
import { standingOf } from '../../domain/standing.js';
import {
  targetsOf,
  type CountQuery,
  type IndexedModel,
  type ListQuery,
  type QueryVector,
  type RecallQuery,
  type VectorTarget,
} from '../../domain/vector-index.js';
import { pointId } from '../point-id.js';
import { BestRows, type ScoredRow } from './best-rows.js';
import { satisfiesAll, type FacetFilter } from './satisfies.js';
import { VectorColumn } from './vector-column.js';
import { WordIndex } from './word-index.js';

/** What a search reads of a point besides its vectors and terms. */
type ResidentPoint = Pick<Point, 'assetId' | 'facets' | 'perceptualHash' | 'texts'> & {
  isCaptioned: boolean;
};

/** All points of a small collection in memory. Every search compares every point. */
export class ResidentPoints {
  /** Undefined where a point was removed or replaced. */
  readonly #points: (ResidentPoint | undefined)[] = [];
  readonly #rowOf = new Map<string, number>();
  readonly #vectors: ReadonlyMap<VectorTarget, VectorColumn>;
  readonly #words = new WordIndex();

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

  put(point: Point): void {
    this.remove(point.assetId);
    const row = this.#points.length;
    const { assetId, facets, perceptualHash, texts, terms } = point;
    this.#points.push({ assetId, facets, perceptualHash, texts, isCaptioned: terms.length > 0 });
    this.#rowOf.set(assetId, row);
    for (const [target, column] of this.#vectors) column.set(row, point[target]);
    this.#words.add(row, terms);
  }

  remove(assetId: string): void {
    const row = this.#rowOf.get(assetId);
    if (row === undefined) return;
    this.#rowOf.delete(assetId);
    this.#points[row] = undefined;
    this.#words.remove(row);
  }

  recall(query: RecallQuery): RankedList[] {
    const rows = this.#rows(query.filters);
    return [
      ...(query.terms.length > 0 ? [{ name: WORDS_LIST, candidates: this.#byWords(rows, query) }] : []),
      ...query.vectors.map((vector) => ({
        name: vector.name,
        candidates: this.#byVector(rows, vector, query),
      })),
    ];
  }

  /** Undefined when there is no such point. */
  nearestTo(assetId: string, query: ListQuery): Candidate[] | undefined {
    const seed = this.#rowOf.get(assetId);
    const values = seed === undefined ? undefined : this.#vectors.get('image')?.at(seed);
    if (values === undefined) return undefined;
    const rows = this.#rows(query.filters).filter((row) => row !== seed);
    return this.#byVector(rows, { target: 'image', values }, query);
  }

  list(query: ListQuery): Candidate[] {
    const points = this.#rows(query.filters).map((row) => ({ row, id: pointId(this.#at(row).assetId) }));
    points.sort((one, other) => compareIds(one.id, other.id));
    return points.slice(0, query.listLimit).map(({ row }) => this.#candidate({ row, score: 1 }, query));
  }

  count({ filterSets, limit, terms, exceptAssetId }: CountQuery): number[] {
    const matching = terms.length > 0 ? this.#words.scores(terms) : undefined;
    const except = exceptAssetId === undefined ? undefined : this.#rowOf.get(exceptAssetId);
    return filterSets.map((filters) => {
      const rows = this.#rows(filters).filter((row) => row !== except && matching?.has(row) !== false);
      return Math.min(limit, rows.length);
    });
  }

  looks(assetIds: readonly string[]): Map<string, Look> {
    return new Map(
      assetIds.flatMap((assetId) => {
        const row = this.#rowOf.get(assetId);
        const image = row === undefined ? undefined : this.#vectors.get('image')?.at(row);
        if (row === undefined || image === undefined) return [];
        const { facets, isCaptioned } = this.#at(row);
        const standing = { ...standingOf(facets, []), isCaptioned };
        return [[assetId, { image, palette: facets.palette, standing }] as const];
      }),
    );
  }

  #byWords(rows: readonly number[], query: RecallQuery): Candidate[] {
    const scores = this.#words.scores(query.terms);
    return this.#best(query, (offer) => {
      for (const row of rows) {
        const score = scores.get(row);
        if (score !== undefined) offer(row, score);
      }
    });
  }

  #byVector(
    rows: readonly number[],
    { target, values }: Pick<QueryVector, 'target' | 'values'>,
    query: ListQuery,
  ): Candidate[] {
    return this.#best(query, (offer) => this.#vectors.get(target)?.offerCosines(values, rows, offer));
  }

  #best(query: ListQuery, offerAll: (offer: (row: number, score: number) => void) => void): Candidate[] {
    const isBefore = (one: number, other: number): boolean =>
      compareIds(this.#at(one).assetId, this.#at(other).assetId) < 0;
    const best = new BestRows(query.listLimit, isBefore);
    offerAll((row, score) => best.offer(row, score));
    return best.ranked().map((found) => this.#candidate(found, query));
  }

  #candidate({ row, score }: ScoredRow, { withPalette, withTexts }: ListQuery): Candidate {
    const { assetId, perceptualHash, facets, texts } = this.#at(row);
    return candidateOf({
      assetId,
      score,
      perceptualHash,
      palette: withPalette ? facets.palette : NO_PALETTE,
      texts: withTexts ? texts : null,
    });
  }

  /** The rows that satisfy every filter. */
  #rows(filters: readonly Filter[]): number[] {
    const onFacets = filters.filter((filter): filter is FacetFilter => filter.kind !== 'lacks');
    const excluded = filters.flatMap((filter) =>
      filter.kind === 'lacks' ? [this.#words.rowsWithAll(filter.terms)] : [],
    );
    const rows: number[] = [];
    // Plain loops, because every search passes every point.
    for (let row = 0; row < this.#points.length; row += 1) {
      const point = this.#points[row];
      if (point === undefined || !satisfiesAll(point.facets, onFacets)) continue;
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

const WASTED_MIN = 1_000;
const NO_PALETTE: Candidate['palette'] = [];
