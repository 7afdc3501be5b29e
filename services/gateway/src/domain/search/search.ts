import type { Logger } from '@imagesearch/service-kit/logging';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Filters } from '../filters.js';
import { blendScores, neverRising, type Ranked } from './blend.js';
import type { Catalogue, Embedding, Encoder, Recall, Recalled, Reranked, Reranker } from './ports.js';
import { relaxToFill, type Pool } from './relax.js';
import type { InputModality, Mode, SearchResult } from './result.js';
import { StageTimer } from './stage-timer.js';

/** What a caller asks for: words, a picture, or both. */
export interface Brief {
  query: string | null;
  image: Uint8Array | null;
  /** Results wanted, already within the plan's cap. */
  k: number;
  /** The caller's own constraints, never relaxed. */
  filters: Filters;
}

export interface SearchStages {
  encoder: Encoder;
  recall: Recall;
  catalogue: Catalogue;
  reranker: Reranker;
  logger: Logger;
}

/** The pool is this many times the answer, so that the reranker has something to choose from … */
const POOL_PER_RESULT = 3;
/** … and never so small that a good picture in the second list is lost, nor so large that hydration dominates. */
const POOL_MIN = 100;
const POOL_MAX = 300;
/** Candidates the reranker judges at most. */
const RERANK_HEAD = 100;

const ENCODE_TIMEOUT_MS = 5_000;
const RECALL_TIMEOUT_MS = 4_000;
const HYDRATE_TIMEOUT_MS = 3_000;
/** Reranking improves an answer that is already there: it never holds one up for long. */
const RERANK_TIMEOUT_MS = 1_500;

interface Encoded {
  caption: Embedding | undefined;
  image: Embedding | undefined;
}

/** Answers one brief: encode, recall, hydrate, relax, rerank. */
export async function search(brief: Brief, stages: SearchStages, call: CallContext): Promise<SearchResult> {
  const timer = new StageTimer();
  const encoded = await timer.time('encode', () =>
    encode(brief, stages.encoder, within(call, ENCODE_TIMEOUT_MS)),
  );
  const { pool, recalled, relaxed } = await relaxToFill(brief.filters, brief.k, (filters) =>
    recallAndHydrate(filters, brief, encoded, stages, timer, call),
  );
  const verdict = await rerankHead(brief, pool, stages, timer, call);

  const { query, image, k } = brief;
  const hits = verdict.scores === undefined ? neverRising(pool) : blendScores(pool, verdict.scores);
  return {
    hits: hits.slice(0, k),
    modality: modalityOf(brief),
    mode: verdict.degraded ? 'none (degraded)' : modeOf(query, image),
    ranking: verdict.degraded ? 'degraded' : (verdict.method ?? 'none'),
    poolSize: pool.length,
    reranked: verdict.scores?.length ?? 0,
    backend: recalled.backend,
    relaxed,
    timingMs: timer.timingMs(),
  };
}

async function encode({ query, image }: Brief, encoder: Encoder, call: CallContext): Promise<Encoded> {
  const [caption, picture] = await Promise.all([
    query === null ? undefined : encoder.encodeText(query, call),
    image === null ? undefined : encoder.encodeImage(image, call),
  ]);
  return { caption: caption && caption.values.length > 0 ? caption : undefined, image: picture };
}

async function recallAndHydrate(
  filters: Filters,
  { query, k }: Brief,
  encoded: Encoded,
  { recall, catalogue }: SearchStages,
  timer: StageTimer,
  call: CallContext,
): Promise<Pool> {
  const limit = Math.min(POOL_MAX, Math.max(POOL_MIN, k * POOL_PER_RESULT));
  const recalled = await timer.time('retrieve', () =>
    recall.search({ words: query ?? '', ...encoded, filters, limit }, within(call, RECALL_TIMEOUT_MS)),
  );
  const pool = await timer.time('hydrate', () => hydrate(recalled, catalogue, call));
  return { pool, recalled };
}

/** Puts assets to candidates; one that was taken down since it was indexed falls out here. */
export async function hydrate(
  recalled: Recalled,
  catalogue: Catalogue,
  call: CallContext,
): Promise<Ranked[]> {
  if (recalled.candidates.length === 0) return [];
  const ids = recalled.candidates.map(({ assetId }) => assetId);
  const assets = await catalogue.assets(ids, within(call, HYDRATE_TIMEOUT_MS));
  const byId = new Map(assets.map((asset) => [asset.assetId, asset]));
  return recalled.candidates.flatMap(({ assetId, score }) => {
    const asset = byId.get(assetId);
    return asset ? [{ asset, score }] : [];
  });
}

type Verdict = Partial<Reranked> & { degraded: boolean };

/** Judges the head of the pool; a reranker that fails costs the answer its order, never the answer. */
async function rerankHead(
  { query }: Brief,
  pool: readonly Ranked[],
  { reranker, logger }: SearchStages,
  timer: StageTimer,
  call: CallContext,
): Promise<Verdict> {
  if (query === null || pool.length === 0) return { degraded: false };
  const head = pool.slice(0, RERANK_HEAD).map(({ asset }) => asset);
  try {
    const verdict = await timer.time('rerank', () =>
      reranker.rerank(query, head, within(call, RERANK_TIMEOUT_MS)),
    );
    return { ...verdict, degraded: false };
  } catch (error) {
    logger.warn(
      { err: error, requestId: call.requestId },
      'the reranker failed; answering in retrieval order',
    );
    return { degraded: true };
  }
}

function modalityOf({ query, image }: Brief): InputModality {
  if (image === null) return 'text';
  return query === null ? 'image' : 'image_text';
}

function modeOf(query: string | null, image: Uint8Array | null): Mode {
  if (image === null) return 'text';
  return query === null ? 'image' : 'multimodal';
}
