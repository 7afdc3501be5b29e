import { makeArrowTable, type Table } from '@lancedb/lancedb';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { candidateOf, type Candidate } from '../../domain/candidate.js';
import type { RecallOptions, RevisionPage } from '../../domain/collection.js';
import { WORDS_LIST, type RankedList } from '../../domain/fusion.js';
import type { Look, Point } from '../../domain/point.js';
import { groupsToVisit, isExact, THOROUGH_FACTOR } from '../../domain/recall-policy.js';
import { targetsOf } from '../../domain/vector-index.js';
import type { CountQuery, IndexedModel, ListQuery, RecallQuery } from '../../domain/vector-index.js';
import type { OwnedCollection } from '../memory/resident-collection.js';
import { swatchesOf } from './facet-columns.js';
import { ALL_GROUPS, type IndexPolicy, type LancePlan } from './index-policy.js';
import { countRows, firstIds, vectorCandidates, wordCandidates, type LanceListQuery } from './list-query.js';
import { createMissingAnnIndexes, hasAnnIndex } from './prepare-table.js';
import { LOOK_COLUMNS, lookOf, pointOf, rowOf, type LookRow, type StoredRow } from './schema.js';
import type { SearchSemaphore } from './search-semaphore.js';
import { writingTable } from './storage-errors.js';
import { idHashWithin, idIn, idIsNot, whereAll } from './sql.js';

export interface LanceCollectionParts {
  name: string;
  model: IndexedModel;
  table: Table;
  /** Folder of the engine, named when its disk refuses a write. */
  dir: string;
  policy: IndexPolicy;
  searches: SearchSemaphore;
}

export class LanceCollection implements OwnedCollection {
  readonly name: string;
  readonly model: IndexedModel;
  readonly #table: Table;
  readonly #dir: string;
  readonly #policy: IndexPolicy;
  readonly #searches: SearchSemaphore;
  /** Writes run one after another, because concurrent commits conflict. Reads do not wait for them. */
  readonly #writes = createSemaphore(1);
  #isGrouped: Promise<boolean> | undefined;

  constructor({ name, model, table, dir, policy, searches }: LanceCollectionParts) {
    this.name = name;
    this.model = model;
    this.#table = table;
    this.#dir = dir;
    this.#policy = policy;
    this.#searches = searches;
  }

  count(): Promise<number> {
    return this.#table.countRows();
  }

  /** The engine keeps the number of rows. */
  approximateCount(): Promise<number> {
    return this.count();
  }

  async indexedShare(): Promise<number> {
    const [points, stats] = await Promise.all([this.count(), this.#table.indexStats('terms_idx')]);
    return points === 0 || stats === undefined ? 1 : 1 - stats.numUnindexedRows / points;
  }

  async upsert(points: readonly Point[]): Promise<void> {
    if (points.length === 0) return;
    // The table's own schema: a column that was added later is at its end.
    const schema = await this.#table.schema();
    const rows = points.map((point) => rowOf(point, targetsOf(this.model)));
    await this.#write(() =>
      this.#table
        .mergeInsert('asset_id')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(makeArrowTable(rows, { schema })),
    );
  }

  async delete(assetIds: readonly string[]): Promise<void> {
    if (assetIds.length > 0) await this.#write(() => this.#table.delete(idIn(assetIds)));
  }

  async contentVersions(assetIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#rows<'asset_id' | 'content_version'>(assetIds, ['asset_id', 'content_version']);
    return new Map(rows.map((row) => [row.asset_id, row.content_version]));
  }

  optimize(): Promise<void> {
    return this.#write(async () => {
      await createMissingAnnIndexes(this.#table, this.model, this.#policy.annPointsMin);
      this.#isGrouped = undefined;
      await this.#table.optimize({
        cleanupOlderThan: new Date(Date.now() - this.#policy.versionRetentionMs),
      });
    });
  }

  recall(query: RecallQuery, call: CallContext, options: RecallOptions = {}): Promise<RankedList[]> {
    const { terms, vectors } = query;
    return this.#searches(call, async () => {
      const list = lanceQuery(query, call);
      const plan = await this.#planFor(query, list.where, options.effort);
      const words = terms.length > 0 ? [wordCandidates(this.#table, terms, list)] : [];
      return Promise.all([
        ...words.map(async (candidates) => ({ name: WORDS_LIST, candidates: await candidates })),
        ...vectors.map(async (vector) => ({
          name: vector.name,
          candidates: await vectorCandidates(this.#table, vector, list, plan),
        })),
      ]);
    });
  }

  async nearestTo(assetId: string, query: ListQuery, call: CallContext): Promise<Candidate[] | undefined> {
    const [seed] = await this.#rows<'image'>([assetId], ['image']);
    if (seed === undefined) return undefined;
    return this.#searches(call, async () => {
      const list = lanceQuery(query, call);
      const plan = await this.#plan(query, list.where);
      const where = [idIsNot(assetId), ...(list.where === undefined ? [] : [list.where])].join(' AND ');
      const vector = { target: 'image', values: Float32Array.from(seed.image) } as const;
      return vectorCandidates(this.#table, vector, { ...list, where }, plan);
    });
  }

  list(query: ListQuery, call: CallContext): Promise<Candidate[]> {
    return this.#searches(call, async () => {
      const first = await firstIds(this.#table, lanceQuery(query, call));
      const rows = await this.#rows<CandidateColumn>(first, [
        'asset_id',
        'perceptual_hash',
        'palette',
        'palette_shares',
      ]);
      const found = new Map(rows.map((row) => [row.asset_id, unranked(row)]));
      return first.flatMap((assetId) => found.get(assetId) ?? []);
    });
  }

  countMatching(query: CountQuery, call: CallContext): Promise<number[]> {
    const { filterSets, limit, terms, exceptAssetId } = query;
    const except = exceptAssetId === undefined ? [] : [idIsNot(exceptAssetId)];
    return this.#searches(call, () =>
      Promise.all(
        filterSets.map((filters) => {
          const where = [...except, whereAll(filters) ?? []].flat().join(' AND ') || undefined;
          return countRows(this.#table, { where, limit, terms, timeoutMs: msLeft(call) });
        }),
      ),
    );
  }

  async looks(assetIds: readonly string[]): Promise<Map<string, Look>> {
    const rows = await this.#rows<keyof LookRow>(assetIds, [...LOOK_COLUMNS]);
    return new Map(rows.map((row) => [row.asset_id, lookOf(row)]));
  }

  async localFeatures(assetIds: readonly string[]): Promise<Map<string, string>> {
    const columns = ['asset_id', 'local_features'] as const;
    const rows = await this.#rows<(typeof columns)[number]>(assetIds, [...columns]);
    return new Map(
      rows.flatMap((row) => (row.local_features ? [[row.asset_id, row.local_features] as const] : [])),
    );
  }

  async *sampleWords(pointsMax: number): AsyncIterable<string[][]> {
    const points = await this.count();
    const query = this.#table.query().select(['words']);
    if (points > pointsMax) query.where(idHashWithin(pointsMax / points));
    for await (const batch of query) {
      const column = batch.getChild('words');
      yield Array.from({ length: batch.numRows }, (_, row) => column?.get(row) as string | null).flatMap(
        (words) => (words === null || words === '' ? [] : [words.split(' ')]),
      );
    }
  }

  async *revisions(cursor: string | null): AsyncIterable<RevisionPage> {
    // All ids at once, because the engine cannot continue a scan. Later points reach both collections through their writer.
    const column = (await this.#table.query().select(['asset_id']).toArrow()).getChild('asset_id');
    const ids = ([...(column ?? [])] as string[]).filter((id) => cursor === null || id > cursor).sort();
    for (let from = 0; from < ids.length; from += SCROLL_POINTS) {
      const page = ids.slice(from, from + SCROLL_POINTS);
      yield { revisions: await this.revisionsOf(page), cursor: page.at(-1) ?? cursor };
    }
  }

  async revisionsOf(assetIds: readonly string[]): Promise<Map<string, string>> {
    const columns = ['asset_id', 'content_version', 'revision'] as const;
    const rows = await this.#rows<(typeof columns)[number]>(assetIds, [...columns]);
    return new Map(rows.map((row) => [row.asset_id, row.revision ?? row.content_version]));
  }

  async read(assetIds: readonly string[]): Promise<Point[]> {
    return (await this.#rows<keyof StoredRow>(assetIds)).map(pointOf);
  }

  async *everything(): AsyncIterable<Point[]> {
    for await (const batch of this.#table.query()) {
      yield (batch.toArray() as unknown as StoredRow[]).map(pointOf);
    }
  }

  close(): Promise<void> {
    return this.#writes.run(() => this.#table.close());
  }

  #write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#writes.run(() => writingTable(this.#dir, work));
  }

  async #rows<Column extends keyof StoredRow>(
    assetIds: readonly string[],
    columns?: string[],
  ): Promise<Pick<StoredRow, Column>[]> {
    if (assetIds.length === 0) return [];
    const query = this.#table.query().where(idIn(assetIds));
    if (columns !== undefined) query.select(columns);
    return (await query.toArray()) as Pick<StoredRow, Column>[];
  }

  async #planFor(
    query: ListQuery,
    where: string | undefined,
    effort: RecallOptions['effort'],
  ): Promise<LancePlan> {
    if (effort === 'exact') return 'scan';
    const plan = await this.#plan(query, where);
    if (effort !== 'thorough' || plan === 'scan' || plan === ALL_GROUPS) return plan;
    return { groups: THOROUGH_FACTOR * groupsToVisit(query.listLimit) };
  }

  /** A table without a vector index is always scanned. */
  async #plan({ listLimit }: ListQuery, where: string | undefined): Promise<LancePlan> {
    this.#isGrouped ??= hasAnnIndex(this.#table);
    if (!(await this.#isGrouped)) return 'scan';
    const selection = { points: await this.count(), isFiltered: where !== undefined };
    return isExact('lancedb', selection) ? ALL_GROUPS : { groups: groupsToVisit(listLimit) };
  }
}

type CandidateColumn = 'asset_id' | 'perceptual_hash' | 'palette' | 'palette_shares';

const SCROLL_POINTS = 1_000;

function unranked(row: Pick<StoredRow, CandidateColumn>): Candidate {
  return candidateOf({
    assetId: row.asset_id,
    score: 1,
    perceptualHash: row.perceptual_hash ?? null,
    palette: swatchesOf(row.palette, row.palette_shares),
    texts: null,
  });
}

function lanceQuery(query: ListQuery, call: CallContext): LanceListQuery {
  return {
    where: whereAll(query.filters),
    listLimit: query.listLimit,
    withPalette: query.withPalette,
    withTexts: query.withTexts,
    timeoutMs: msLeft(call),
  };
}

function msLeft({ deadlineAt }: CallContext): number {
  return Math.max(1, Math.floor(deadlineAt - Date.now()));
}
