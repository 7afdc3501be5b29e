import { facetRow, snakeCase } from '@imagesearch/facets/facets';
import { MatchQuery, type Query, type Table, type VectorQuery } from '@lancedb/lancedb';
import { type Candidate, byScoreThenId, candidateOf } from '../candidate.js';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { endOf } from './schema.js';
import { fullComparisonsPerHit } from '../recall-policy.js';
import type { Filter, ListPlace, ListQuery, Order, OrderedQuery, QueryVector } from '../vector-index.js';

interface LanceListQuery extends Pick<ListQuery, 'listLimit'> {
  where: string | undefined;
  timeoutMs: number;
}

export function lanceQuery(query: ListQuery, { deadlineAt }: CallContext): LanceListQuery {
  return {
    where: whereAll(query.filters),
    listLimit: query.listLimit,
    timeoutMs: Math.max(1, Math.floor(deadlineAt - Date.now())),
  };
}

export function wordCandidates(
  table: Table,
  terms: readonly string[],
  query: LanceListQuery,
): Promise<Candidate[]> {
  // A MatchQuery reads its text as terms, so the text cannot contain query syntax.
  const matching = table.query().fullTextSearch(new MatchQuery(terms.join(' '), 'terms'));
  return best(read(matching, ['_score'], (bm25) => bm25, query));
}

export function vectorCandidates(
  table: Table,
  { target, values }: Pick<QueryVector, 'target' | 'values'>,
  query: LanceListQuery,
): Promise<Candidate[]> {
  const nearest = table.query().nearestTo(values).column(target).distanceType('cosine');
  // Without a vector index the engine compares every vector, whatever these are.
  nearest.nprobes(ALL_GROUPS).refineFactor(fullComparisonsPerHit(query.listLimit));
  return best(read(nearest, ['_distance'], (distance) => 1 - distance, query));
}

const best = async (candidates: Promise<Candidate[]>) => (await candidates).sort(byScoreThenId);

/** More than any table has: what a filter leaves may lie far from the nearest groups. */
const ALL_GROUPS = 1_000_000;

/** The first points that satisfy a filter, by date and then by asset id, or in the order of point ids. */
export function firstPoints(
  table: Table,
  query: LanceListQuery,
  { order, after }: Pick<OrderedQuery, 'order' | 'after'>,
): Promise<Candidate[]> {
  const by = (columnName: string, ascending = true) => ({ columnName, ascending, nullsFirst: false });
  const columns =
    order === undefined ? [by('point_id')] : [by('created', order === 'oldest'), by('asset_id')];
  const names = columns.map(({ columnName }) => columnName);
  const conditions = [query.where, order && after && isAfter(after, order)].filter(
    (condition) => condition !== undefined,
  );
  const where = conditions.length === 0 ? undefined : conditions.join(' AND ');
  return read(table.query().orderBy(columns), names, () => 1, { ...query, where });
}

function isAfter({ assetId, createdMs }: ListPlace, order: Order): string {
  const later = `asset_id > ${text(assetId)}`;
  if (createdMs === undefined) return `(created IS NULL AND ${later})`;
  const [sign, date] = [order === 'newest' ? '<' : '>', number(createdMs)];
  return `(created ${sign} ${date} OR (created = ${date} AND ${later}) OR created IS NULL)`;
}

/** @param columns Beside those of a candidate; of the first one its score is made. */
async function read(
  search: Query | VectorQuery,
  columns: readonly string[],
  toScore: (value: number) => number,
  query: LanceListQuery,
): Promise<Candidate[]> {
  const selected = [...new Set(['asset_id', 'perceptual_hash', ...columns])];
  const limited = search.select(selected).limit(query.listLimit);
  if (query.where !== undefined) limited.where(query.where);
  const rows = await limited.toArrow({ timeoutMs: query.timeoutMs });
  // Column by column, because row objects look up every name again. An answer without rows has no columns.
  const ids = rows.getChild('asset_id');
  const scores = rows.getChild(columns[0] ?? '');
  const hashes = rows.getChild('perceptual_hash');
  return Array.from({ length: rows.numRows }, (_, row) =>
    candidateOf({
      assetId: ids?.get(row) as string,
      score: toScore(scores?.get(row) as number),
      perceptualHash: hashes?.get(row) as string | null,
    }),
  );
}

/** Only the functions below turn values into SQL. A comparison with null is null, so an unknown value satisfies no filter. */
export function whereAll(filters: readonly Filter[]): string | undefined {
  return filters.length === 0 ? undefined : filters.map(toSql).join(' AND ');
}

export function idIn(assetIds: readonly string[]): string {
  return `asset_id IN (${assetIds.map(text).join(', ')})`;
}

/** Selects the points whose ids are in the first `share` (below 1) of all ids; they begin with a hash, which is evenly distributed. */
export function idWithin(share: number): string {
  const bound = Math.ceil(share * 2 ** BOUND_BITS).toString(16);
  return `point_id < ${text(bound.padStart(BOUND_BITS / 4, '0'))}`;
}

/** Up to the first hyphen of a point id. */
const BOUND_BITS = 32;

function toSql(filter: Filter): string {
  if (filter.kind === 'lacks') return `NOT (${filter.terms.map(hasTerm).join(' AND ')})`;
  // A null is unknown, and meets nothing.
  if (filter.kind === 'fails')
    return `NOT (${filter.conditions.map((condition) => `coalesce(${toSql(condition)}, FALSE)`).join(' AND ')})`;
  const column = snakeCase(filter.facet);
  const { kind } = facetRow(filter.facet);
  switch (filter.kind) {
    case 'at-least':
      return `${column} >= ${number(filter.value)}`;
    case 'at-most':
      return `${kind === 'date' ? endOf(column) : column} <= ${number(filter.value)}`;
    case 'equals':
      return `${column} = ${Number(filter.value)}`;
    case 'any-of':
      return kind === 'sides' || kind === 'tags'
        ? `array_has_any(${column}, [${filter.values.map(text).join(', ')}])`
        : `${column} IN (${filter.values.map(text).join(', ')})`;
    case 'all-of':
      return `array_has_all(${column}, [${filter.values.map(text).join(', ')}])`;
  }
}

/** A term has only letters and digits, so it holds no wildcard. */
function hasTerm(term: string): string {
  return `concat(' ', terms, ' ') LIKE ${text(`% ${term} %`)}`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not a number that SQL can hold: ${value}`);
  return String(value);
}
