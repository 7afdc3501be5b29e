import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { conditionsOf, type Filters } from './conditions.js';
import { foldDuplicates, type Folded } from './folding.js';
import { fuse, type Fused } from './fusion.js';
import { preferPalette } from './palette.js';
import type { Swatch } from './point.js';
import { termsOf } from './terms.js';
import type { Hit, ListName, RecallLists, VectorIndex } from './vector-index.js';

export interface SearchQuery {
  words: string;
  caption: Float32Array | undefined;
  image: Float32Array | undefined;
  modelFingerprint: string | undefined;
  filters: Filters;
  /** `#rrggbb`: preferred, never required. */
  paletteNear: string | undefined;
  limit: number;
  /** Undefined leaves it to `defaultListLimit`. */
  listLimit: number | undefined;
  /** How much each list counts; undefined leaves it to the fusion. */
  weights: Readonly<Record<ListName, number>> | undefined;
  /** Answers every copy of a picture. */
  keepDuplicates: boolean;
}

/** Recalls each list under the same filters, fuses them by rank, applies the wanted colour, and folds copies. */
export async function search(index: VectorIndex, query: SearchQuery, call: CallContext): Promise<Folded[]> {
  const lists = await index.recall(
    {
      terms: [...new Set(termsOf(query.words))],
      caption: query.caption,
      image: query.image,
      modelFingerprint: query.modelFingerprint,
      conditions: conditionsOf(query.filters),
      listLimit: query.listLimit ?? defaultListLimit(query.limit),
      withPalette: query.paletteNear !== undefined,
    },
    call,
  );
  const fused = fuse(idsByList(lists), query.weights);
  return finish(index, fused, Object.values(lists).flat(), query, call);
}

export interface UnrankedQuery {
  filters: Filters;
  paletteNear: string | undefined;
  limit: number;
  /** Answers every copy of a picture. */
  keepDuplicates: boolean;
}

/** Any pictures that satisfy the filters: there is nothing to rank them by but the wanted colour. */
export async function list(index: VectorIndex, query: UnrankedQuery, call: CallContext): Promise<Folded[]> {
  const withPalette = query.paletteNear !== undefined;
  const listLimit = withPalette ? LIST_LIMIT_MAX : defaultListLimit(query.limit);
  const conditions = conditionsOf(query.filters);
  const hits = await index.list({ conditions, listLimit, withPalette }, call);
  const alike = hits.map(({ assetId, score }): Fused => ({ assetId, score, ranks: {} }));
  return finish(index, alike, hits, query, call);
}

export interface SimilarQuery extends UnrankedQuery {
  assetId: string;
}

/** The nearest pictures to an indexed one; scores are cosine similarities mapped to 0 to 1. */
export async function findSimilar(
  index: VectorIndex,
  query: SimilarQuery,
  call: CallContext,
): Promise<Folded[]> {
  const hits = await index.nearestTo(
    query.assetId,
    {
      conditions: conditionsOf(query.filters),
      // A colour can only be preferred, and a copy only be left out, among more pictures than are asked for.
      listLimit: defaultListLimit(query.limit),
      withPalette: query.paletteNear !== undefined,
    },
    call,
  );
  if (hits === undefined) {
    throw new AppError('seed_not_indexed', 'The asset is not in the index.', {
      ctx: { asset_id: query.assetId },
    });
  }
  const ranked = hits.map(({ assetId, score }, position): Fused => ({
    assetId,
    score: Math.min(1, Math.max(0, (1 + score) / 2)),
    ranks: { image: position + 1 },
  }));
  return finish(index, ranked, hits, query, call);
}

async function finish(
  index: VectorIndex,
  ranked: Fused[],
  hits: readonly Hit[],
  query: Pick<SearchQuery, 'paletteNear' | 'limit' | 'keepDuplicates'>,
  call: CallContext,
): Promise<Folded[]> {
  const candidates = withColour(ranked, hits, query.paletteNear);
  if (query.keepDuplicates) return candidates.slice(0, query.limit);
  const hashes = new Map(hits.map(({ assetId, perceptualHash }) => [assetId, perceptualHash]));
  return foldDuplicates(candidates, {
    hashOf: (assetId) => hashes.get(assetId) ?? null,
    looksOf: (assetIds) => index.looks(assetIds, call),
    limit: query.limit,
  });
}

export const LIST_LIMIT_MAX = 1_000;

/** Below this, a picture that is good in two lists but first in none is easily missed. */
const LIST_LIMIT_MIN = 100;

/** Twice the pool, because the lists overlap only in part. */
function defaultListLimit(limit: number): number {
  return Math.min(LIST_LIMIT_MAX, Math.max(LIST_LIMIT_MIN, 2 * limit));
}

function idsByList(lists: RecallLists): Parameters<typeof fuse>[0] {
  return Object.fromEntries(
    Object.entries(lists).map(([name, hits]) => [name, hits.map(({ assetId }) => assetId)]),
  );
}

function withColour(candidates: Fused[], hits: readonly Hit[], paletteNear: string | undefined): Fused[] {
  if (paletteNear === undefined) return candidates;
  const palettes = new Map<string, readonly Swatch[]>(hits.map(({ assetId, palette }) => [assetId, palette]));
  return preferPalette(candidates, (assetId) => palettes.get(assetId) ?? [], paletteNear);
}
