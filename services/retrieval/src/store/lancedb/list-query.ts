import { MatchQuery, type Query, type Table, type VectorQuery } from '@lancedb/lancedb';
import { sortHits, type Hit, type ListQuery } from '../../domain/vector-index.js';
import type { LancePlan } from './index-policy.js';
import { swatchesOf } from './schema.js';

/** What the word list and the vector lists share: the filter, the length, and no column that is not read. */
export interface LanceListQuery extends Pick<ListQuery, 'listLimit' | 'withPalette'> {
  where: string | undefined;
  timeoutMs: number;
}

export function wordHits(table: Table, terms: readonly string[], query: LanceListQuery): Promise<Hit[]> {
  // A MatchQuery takes its text as terms; only a query string would have a syntax to break.
  const match = new MatchQuery(terms.join(' '), 'terms');
  return read(table.query().fullTextSearch(match), '_score', (bm25) => bm25, query);
}

export function vectorHits(
  table: Table,
  column: 'caption' | 'image',
  vector: Float32Array,
  query: LanceListQuery,
  plan: LancePlan,
): Promise<Hit[]> {
  const nearest = table.query().nearestTo(vector).column(column).distanceType('cosine');
  if (plan.exact) nearest.bypassVectorIndex();
  // In this order: the engine compares each new bound with the other one.
  else nearest.maximumNprobes(ALL_GROUPS).minimumNprobes(plan.groups);
  return read(nearest, '_distance', (distance) => 1 - distance, query);
}

/** The ids of all that satisfies a filter: the engine has no order of its own to stop early in. */
export async function idsWhere(
  table: Table,
  { where, timeoutMs }: Pick<LanceListQuery, 'where' | 'timeoutMs'>,
): Promise<string[]> {
  const query = table.query().select(['asset_id']);
  if (where !== undefined) query.where(where);
  const ids = (await query.toArrow({ timeoutMs })).getChild('asset_id');
  return [...(ids ?? [])] as string[];
}

/** How the engine writes "no upper bound": under a filter that leaves too few hits it goes on to all groups. */
const ALL_GROUPS = 0;

async function read(
  search: Query | VectorQuery,
  scoreColumn: '_score' | '_distance',
  toScore: (value: number) => number,
  query: LanceListQuery,
): Promise<Hit[]> {
  const columns = [
    'asset_id',
    'perceptual_hash',
    scoreColumn,
    ...(query.withPalette ? ['palette', 'palette_shares'] : []),
  ];
  const limited = search.select(columns).limit(query.listLimit);
  if (query.where !== undefined) limited.where(query.where);
  const rows = await limited.toArrow({ timeoutMs: query.timeoutMs });
  // Column by column: a row object would look every name up again. An answer without rows has no columns either.
  const ids = rows.getChild('asset_id');
  const scores = rows.getChild(scoreColumn);
  const hashes = rows.getChild('perceptual_hash');
  const palettes = rows.getChild('palette');
  const shares = rows.getChild('palette_shares');
  const hits = Array.from({ length: rows.numRows }, (_, row): Hit => ({
    assetId: ids?.get(row) as string,
    score: toScore(scores?.get(row) as number),
    perceptualHash: hashes?.get(row) as string | null,
    palette: swatchesOf(
      (palettes?.get(row) ?? []) as Iterable<string>,
      (shares?.get(row) ?? []) as Iterable<number>,
    ),
  }));
  return sortHits(hits);
}
