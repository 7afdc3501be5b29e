import { facetRow, snakeCase } from '@imagesearch/facets/facets';
import { MatchQuery, type Query, type Table, type VectorQuery } from '@lancedb/lancedb';
import { type Candidate, byScoreThenId, candidateOf } from '../candidate.js';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { endOf } from './schema.js';
import { firstByPointId } from '../names.js';
import { fullComparisonsPerHit } from '../recall-policy.js';
import type { Filter, ListQuery, Order, QueryVector } from '../vector-index.js';

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
  return read(matching, '_score', (bm25) => bm25, query);
}

export function vectorCandidates(
  table: Table,
  { target, values }: Pick<QueryVector, 'target' | 'values'>,
  query: LanceListQuery,
): Promise<Candidate[]> {
  const nearest = table.query().nearestTo(values).column(target).distanceType('cosine');
  // Without a vector index the engine compares every vector, whatever these are.
  nearest.nprobes(ALL_GROUPS).refineFactor(fullComparisonsPerHit(query.listLimit));
  return read(nearest, '_distance', (distance) => 1 - distance, query);
}

/** More than any table has: what a filter leaves may lie far from the nearest groups. */
const ALL_GROUPS = 1_000_000;

/** The first ids that satisfy a filter, in the order of point ids. The engine returns only ids below a bound. */
export async function firstIds(
  table: Table,
  { where, listLimit, timeoutMs }: LanceListQuery,
): Promise<string[]> {
  const matching = await table.countRows(where);
  for (let share = (IDS_PER_WANTED * listLimit) / Math.max(1, matching); ; share *= IDS_PER_WANTED) {
    const query = table.query().select(['asset_id']);
    const clauses = [...(where === undefined ? [] : [where]), ...(share < 1 ? [idHashWithin(share)] : [])];
    if (clauses.length > 0) query.where(clauses.join(' AND '));
    const ids = (await query.toArrow({ timeoutMs })).getChild('asset_id');
    const first = firstByPointId([...(ids ?? [])] as string[], listLimit);
    if (first.length === listLimit || share >= 1) return first;
  }
}

/** The first ids that satisfy a filter, by date. */
export async function idsByDate(
  table: Table,
  { where, listLimit, timeoutMs }: LanceListQuery,
  order: Order,
): Promise<string[]> {
  const query = table.query().select(['asset_id', 'created']);
  if (where !== undefined) query.where(where);
  query.orderBy([
    { columnName: 'created', ascending: order === 'oldest', nullsFirst: false },
    { columnName: 'asset_id', ascending: true, nullsFirst: false },
  ]);
  const ids = (await query.limit(listLimit).toArrow({ timeoutMs })).getChild('asset_id');
  return [...(ids ?? [])] as string[];
}

/** With twice the wanted ids, a list of a hundred comes up short once in many millions. */
const IDS_PER_WANTED = 2;

async function read(
  search: Query | VectorQuery,
  scoreColumn: '_score' | '_distance',
  toScore: (value: number) => number,
  query: LanceListQuery,
): Promise<Candidate[]> {
  const limited = search.select(['asset_id', 'perceptual_hash', scoreColumn]).limit(query.listLimit);
  if (query.where !== undefined) limited.where(query.where);
  const rows = await limited.toArrow({ timeoutMs: query.timeoutMs });
  // Column by column, because row objects look up every name again. An answer without rows has no columns.
  const ids = rows.getChild('asset_id');
  const scores = rows.getChild(scoreColumn);
  const hashes = rows.getChild('perceptual_hash');
  const candidates = Array.from({ length: rows.numRows }, (_, row) =>
    candidateOf({
      assetId: ids?.get(row) as string,
      score: toScore(scores?.get(row) as number),
      perceptualHash: hashes?.get(row) as string | null,
    }),
  );
  return candidates.sort(byScoreThenId);
}

/** Only the functions below turn values into SQL. A comparison with null is null, so an unknown value satisfies no filter. */
export function whereAll(filters: readonly Filter[]): string | undefined {
  return filters.length === 0 ? undefined : filters.map(toSql).join(' AND ');
}

export function idIn(assetIds: readonly string[]): string {
  return `asset_id IN (${assetIds.map(text).join(', ')})`;
}

/** Selects the assets whose point ids are in the first `share` (below 1) of all ids; hashes are evenly distributed. */
export function idHashWithin(share: number): string {
  const bound = Math.ceil(share * 2 ** BOUND_BITS)
    .toString(16)
    .padStart(BOUND_BITS / 4, '0');
  return `encode(sha256(asset_id), 'hex') < ${text(bound)}`;
}

/** Length of the hash at the start of a point id; the next digit is the version. */
const BOUND_BITS = 48;

function toSql(filter: Filter): string {
  if (filter.kind === 'lacks') return `NOT (${filter.terms.map(hasTerm).join(' AND ')})`;
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
