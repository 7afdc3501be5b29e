import type { Filters } from '@imagesearch/facets/filters';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { GatewayContext } from '../context.js';
import { admit, billedAnswer, type Caller, type SearchAnswer } from './billed-answer.js';
import { encode } from './encode.js';
import { hydrate } from './hydrate.js';
import type { RecallQuery, SearchStages } from './ports.js';
import { locateImageFault, type ReferenceImage } from './reference-image/reference-image.js';
import { relaxToFill } from './relax.js';
import { inRetrievalOrder, rerank } from './rerank.js';
import type { InputModality, Mode, SearchResult } from './result.js';
import { StageTimer } from './stage-timer.js';
import { hasTimeToRelax, RECALL_TIMEOUT_MS } from './timeouts.js';
import { understand } from './understand.js';

/** What a caller asks for: words, an image, or both. */
export interface SearchRequest {
  query: string | null;
  reference: ReferenceImage | null;
  /** Results asked for; the plan caps them. */
  k: number;
  /** The caller's own, never relaxed. */
  filters: Filters;
  /** Whether filters are read from the query's words too. */
  parseDesign: boolean;
}

/** Answers one search: admit, reserve, find images, present, settle. */
export async function search(
  request: SearchRequest,
  caller: Caller,
  context: GatewayContext,
  call: CallContext,
): Promise<SearchAnswer> {
  const { reference, query, k } = request;
  const features = reference === null ? [] : (['image_search'] as const);
  const admitted = admit({ endpoint: 'search', features, query, k }, caller);
  return billedAnswer(admitted, context, async () => {
    const image = reference && (await reference.load(call));
    try {
      return await findImages({ ...request, image, k: admitted.k }, context.stages, call);
    } catch (error) {
      throw reference ? locateImageFault(error, reference) : error;
    }
  });
}

export interface Brief extends Pick<SearchRequest, 'query' | 'k' | 'filters' | 'parseDesign'> {
  image: Uint8Array | null;
}

/** Finds the images of one brief: understand, encode, recall, hydrate, relax, rerank. */
export async function findImages(
  brief: Brief,
  stages: SearchStages,
  call: CallContext,
): Promise<SearchResult> {
  const timer = new StageTimer();
  const { query, image, k, parseDesign } = brief;

  const read = () => understand(query, brief.filters, parseDesign);
  const { words, filters, appliedDesign } = parseDesign ? timer.timeNow('parse', read) : read();

  const vectors = await timer.time('encode', () => encode({ words, image }, stages.encoder, call));

  const pool = await relaxToFill(filters, k, {
    recall: async (filters) => {
      const query = { words, ...vectors, filters, limit: poolSizeFor(k) };
      const recalled = await timer.time('retrieve', () =>
        stages.recall.search(query, within(call, RECALL_TIMEOUT_MS)),
      );
      const { candidates, backend } = recalled;
      return {
        candidates: await timer.time('hydrate', () => hydrate(candidates, stages.catalogue, call)),
        backend,
      };
    },
    count: (filterSets) =>
      timer.time('retrieve', () =>
        stages.recall.count(
          { filterSets, words: wordsToCount(words, vectors) },
          within(call, RECALL_TIMEOUT_MS),
        ),
      ),
    hasTime: () => hasTimeToRelax(call),
  });

  const hasText = words !== '' && pool.candidates.length > 0;
  const ranked = hasText
    ? await timer.time('rerank', () => rerank(words, pool.candidates, stages, call))
    : inRetrievalOrder(pool.candidates);

  return {
    results: ranked.candidates.slice(0, k),
    modality: modalityOf(brief),
    mode: ranked.ranking === 'degraded' ? 'none (degraded)' : modeOf(brief),
    ranking: ranked.ranking,
    poolSize: pool.candidates.length,
    reranked: ranked.reranked,
    backend: pool.backend,
    relaxed: pool.relaxed,
    appliedDesign,
    timingMs: timer.timingMs(),
  };
}

/** The pool is this many times the answer, so that the reranker has something to choose from … */
const POOL_PER_RESULT = 3;
/** … and never so small that a good image in the second list is lost, nor so large that hydration dominates. */
const POOL_MIN = 100;
const POOL_MAX = 300;

function poolSizeFor(k: number): number {
  return Math.min(POOL_MAX, Math.max(POOL_MIN, k * POOL_PER_RESULT));
}

/** A vector is near every image, so that filters alone decide how many there are; words alone match some. */
function wordsToCount(words: string, { text, image }: Pick<RecallQuery, 'text' | 'image'>): string {
  return text === undefined && image === undefined ? words : '';
}

function modalityOf({ query, image }: Brief): InputModality {
  if (image === null) return 'text';
  return query === null ? 'image' : 'image_text';
}

function modeOf({ query, image }: Brief): Mode {
  if (image === null) return 'text';
  return query === null ? 'image' : 'multimodal';
}
