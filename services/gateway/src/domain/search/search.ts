import type { Logger } from '@imagesearch/service-kit/logging';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Filters } from '@imagesearch/facets/filters';
import { neverRising, type Ranked } from './blend.js';
import { orderBy } from './final-order.js';
import type { Catalogue, Embedding, Encoder, Recall, Recalled, Reranked, Reranker } from './ports.js';
import { relaxToFill } from './relax.js';
import type { InputModality, Mode, SearchResult } from './result.js';
import { StageTimer } from './stage-timer.js';
import { understand } from './understand.js';

/** What a caller asks for: words, a picture, or both. */
export interface Brief {
  query: string | null;
  image: Uint8Array | null;
  /** Results wanted, already within the plan's cap. */
  k: number;
  /** The caller's own constraints, never relaxed. */
  filters: Filters;
  /** Whether the query's words are read for constraints too. */
  parseDesign: boolean;
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

interface Encoded {
  caption: Embedding | undefined;
  image: Embedding | undefined;
}

/** Relaxing fills an answer that is already there: below this it is given as it is. */
const RELAX_TIME_LEFT_MIN_MS = 1_500;

export function hasTimeToRelax({ deadlineAt }: CallContext): boolean {
  return deadlineAt - Date.now() >= RELAX_TIME_LEFT_MIN_MS;
}

/** Answers one brief: understand, encode, recall, hydrate, relax, rerank. */
export async function search(brief: Brief, stages: SearchStages, call: CallContext): Promise<SearchResult> {
  const timer = new StageTimer();
  const { query, image, k } = brief;
  const read = () => understand(query, brief.filters, brief.parseDesign);
  const { words, constraints, appliedDesign } = brief.parseDesign ? timer.timeNow('parse', read) : read();
  const encoded = await timer.time('encode', () =>
    encode(words, image, stages.encoder, within(call, ENCODE_TIMEOUT_MS)),
  );
  const recall = (filters: Filters, limit: number) =>
    timer.time('retrieve', () =>
      stages.recall.search({ words, ...encoded, filters, limit }, within(call, RECALL_TIMEOUT_MS)),
    );
  const { pool, recalled, relaxed } = await relaxToFill(constraints, k, {
    run: async (filters) => {
      const recalled = await recall(filters, Math.min(POOL_MAX, Math.max(POOL_MIN, k * POOL_PER_RESULT)));
      return { recalled, pool: await timer.time('hydrate', () => hydrate(recalled, stages.catalogue, call)) };
    },
    count: async (filters, limit) => (await recall(filters, limit)).candidates.length,
    hasTime: () => hasTimeToRelax(call),
  });
  const verdict = await rerankHead(words, pool, stages, timer, call);

  const hits = verdict.scores === undefined ? neverRising(pool) : orderBy(pool, verdict.scores);
  return {
    hits: hits.slice(0, k),
    modality: modalityOf(brief),
    mode: verdict.degraded ? 'none (degraded)' : modeOf(query, image),
    ranking: verdict.degraded ? 'degraded' : (verdict.method ?? 'none'),
    poolSize: pool.length,
    reranked: verdict.scores?.length ?? 0,
    backend: recalled.backend,
    relaxed,
    appliedDesign,
    timingMs: timer.timingMs(),
  };
}

async function encode(
  words: string,
  image: Uint8Array | null,
  encoder: Encoder,
  call: CallContext,
): Promise<Encoded> {
  const [caption, picture] = await Promise.all([
    words === '' ? undefined : encoder.encodeText(words, call),
    image === null ? undefined : encoder.encodeImage(image, call),
  ]);
  return { caption: caption && caption.values.length > 0 ? caption : undefined, image: picture };
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
  return recalled.candidates.flatMap(({ assetId, score, sightRank }) => {
    const asset = byId.get(assetId);
    return asset ? [{ asset, score, sightRank }] : [];
  });
}

type Verdict = Partial<Reranked> & { degraded: boolean };

/** Judges the head of the pool; a reranker that fails costs the answer its order, never the answer. */
async function rerankHead(
  words: string,
  pool: readonly Ranked[],
  { reranker, logger }: SearchStages,
  timer: StageTimer,
  call: CallContext,
): Promise<Verdict> {
  if (words === '' || pool.length === 0) return { degraded: false };
  const head = pool.slice(0, RERANK_HEAD).map(({ asset }) => asset);
  try {
    const verdict = await timer.time('rerank', () => reranker.rerank(words, head, call));
    return { ...verdict, degraded: false };
  } catch (error) {
    logger.debug({ err: error, requestId: call.requestId }, 'not reranked; answering in retrieval order');
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
