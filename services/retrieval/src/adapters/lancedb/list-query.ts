import { MatchQuery, type Query, type Table, type VectorQuery } from '@lancedb/lancedb';
import { byScoreThenId, candidateOf, type Candidate } from '../../domain/candidate.js';
import type { ListQuery, QueryVector } from '../../domain/vector-index.js';
import { unpackedTexts } from '../packed-texts.js';
import { firstByPointId } from '../point-id.js';
import type { LancePlan } from './index-policy.js';
import { swatchesOf } from './facet-columns.js';
import { idHashWithin } from './sql.js';

export interface LanceListQuery extends Pick<ListQuery, 'listLimit' | 'withPalette' | 'withTexts'> {
  where: string | undefined;
  timeoutMs: number;
}

export function wordCandidates(
  table: Table,
  terms: readonly string[],
  query: LanceListQuery,
): Promise<Candidate[]> {
  return read(matching(table, terms), '_score', (bm25) => bm25, query);
}

/** How many rows satisfy a filter, up to a limit; with terms, only rows that match one of them. */
export async function countRows(
  table: Table,
  { where, limit, terms, timeoutMs }: CountedRows,
): Promise<number> {
  if (terms.length === 0) return Math.min(limit, await table.countRows(where));
  const query = matching(table, terms).select(['asset_id', '_score']).limit(limit);
  if (where !== undefined) query.where(where);
  return (await query.toArrow({ timeoutMs })).numRows;
}

interface CountedRows {
  where: string | undefined;
  limit: number;
  terms: readonly string[];
  timeoutMs: number;
}

/** A MatchQuery reads its text as terms, so the text cannot contain query syntax. */
function matching(table: Table, terms: readonly string[]): Query {
  return table.query().fullTextSearch(new MatchQuery(terms.join(' '), 'terms'));
}

export function vectorCandidates(
  table: Table,
  { target, values }: Pick<QueryVector, 'target' | 'values'>,
  query: LanceListQuery,
  plan: LancePlan,
): Promise<Candidate[]> {
  const nearest = table.query().nearestTo(values).column(target).distanceType('cosine');
  if (plan === 'scan') nearest.bypassVectorIndex();
  // `nprobes` sets minimum and maximum: without a maximum the engine may visit all groups.
  else nearest.nprobes(plan.groups);
  return read(nearest, '_distance', (distance) => 1 - distance, query);
}

/** The first ids that satisfy a filter, in the order of point ids. The engine returns only ids below a bound. */
export async function firstIds(
  table: Table,
  { where, listLimit, timeoutMs }: Pick<LanceListQuery, 'where' | 'listLimit' | 'timeoutMs'>,
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

/** With twice the wanted ids, a list of a hundred comes up short once in many millions. */
const IDS_PER_WANTED = 2;

async function read(
  search: Query | VectorQuery,
  scoreColumn: '_score' | '_distance',
  toScore: (value: number) => number,
  query: LanceListQuery,
): Promise<Candidate[]> {
  const columns = [
    'asset_id',
    'perceptual_hash',
    scoreColumn,
    ...(query.withPalette ? ['palette', 'palette_shares'] : []),
    ...(query.withTexts ? ['texts'] : []),
  ];
  const limited = search.select(columns).limit(query.listLimit);
  if (query.where !== undefined) limited.where(query.where);
  const rows = await limited.toArrow({ timeoutMs: query.timeoutMs });
  // Column by column, because row objects look up every name again. An answer without rows has no columns.
  const ids = rows.getChild('asset_id');
  const scores = rows.getChild(scoreColumn);
  const hashes = rows.getChild('perceptual_hash');
  const palettes = rows.getChild('palette');
  const shares = rows.getChild('palette_shares');
  const texts = rows.getChild('texts');
  const candidates = Array.from({ length: rows.numRows }, (_, row) =>
    candidateOf({
      assetId: ids?.get(row) as string,
      score: toScore(scores?.get(row) as number),
      perceptualHash: hashes?.get(row) as string | null,
      palette: swatchesOf(
        (palettes?.get(row) ?? []) as Iterable<string>,
        (shares?.get(row) ?? []) as Iterable<number>,
      ),
      texts: unpackedTexts((texts?.get(row) ?? null) as string | null),
    }),
  );
  return candidates.sort(byScoreThenId);
}
