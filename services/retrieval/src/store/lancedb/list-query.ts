import { MatchQuery, type Query, type Table, type VectorQuery } from '@lancedb/lancedb';
import { sortHits, type Hit, type ListQuery } from '../../domain/vector-index.js';
import { firstByPointId } from '../point-id.js';
import type { LancePlan } from './index-policy.js';
import { swatchesOf } from './schema.js';
import { idHashWithin } from './sql.js';

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
  if (plan === 'scan') nearest.bypassVectorIndex();
  // As minimum and maximum: without a maximum the engine visits all groups in the end, whatever it has found.
  else nearest.nprobes(plan.groups);
  return read(nearest, '_distance', (distance) => 1 - distance, query);
}

/**
 * The first of all that satisfies a filter, in the order of point ids. The engine has no order of its own to stop early in,
 * but it can hash: of many ids it answers only a share, which is widened in the unlikely case that it was too small.
 */
export async function firstIds(
  table: Table,
  { where, listLimit, timeoutMs }: Omit<LanceListQuery, 'withPalette'>,
): Promise<string[]> {
  const matching = await table.countRows(where);
  for (let share = (IDS_PER_WANTED * listLimit) / Math.max(1, matching); ; share *= IDS_PER_WANTED) {
    const query = table.query().select(['asset_id']);
    const conditions = [...(where === undefined ? [] : [where]), ...(share < 1 ? [idHashWithin(share)] : [])];
    if (conditions.length > 0) query.where(conditions.join(' AND '));
    const ids = (await query.toArrow({ timeoutMs })).getChild('asset_id');
    const first = firstByPointId([...(ids ?? [])] as string[], listLimit);
    if (first.length === listLimit || share >= 1) return first;
  }
}

/** Twice the ids that are wanted: of a hundred, too few come once in many million lists. */
const IDS_PER_WANTED = 2;

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
