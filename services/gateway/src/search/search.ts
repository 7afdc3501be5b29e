import type { Filters } from '@imagesearch/facets/filters';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { GatewayContext } from '../context.js';
import { admit, billedAnswer, type Caller, type SearchAnswer } from './billed-answer.js';
import type { SearchStages } from './ports.js';
import { locateImageFault, type ReferenceImage } from './reference-image/reference-image.js';
import { findDesigned, type DesignedPool, type Designing } from './design/find-designed.js';
import { wishesIn } from './design/wishes.js';
import { relaxToFill, type SearchFilters } from './relax.js';
import { inRetrievalOrder, orderPool, RERANK_HEAD } from './rerank.js';
import type { InputModality, Mode, SearchResult } from './result.js';
import { spellAndEncode } from './spell-and-encode.js';
import { StageTimer } from './stage-timer.js';
import { timedStages } from './timed-stages.js';
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
  /** Whether words that are spelled wrong stay as they are. */
  exact: boolean;
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

export interface Brief extends Pick<SearchRequest, 'query' | 'k' | 'filters' | 'parseDesign' | 'exact'> {
  image: Uint8Array | null;
}

/** Finds the images of one brief: understand, spell, encode, recall, hydrate, relax, rerank. */
export async function findImages(
  brief: Brief,
  stages: SearchStages,
  call: CallContext,
): Promise<SearchResult> {
  const timer = new StageTimer();
  const { query, image, k, parseDesign } = brief;

  const read = () => understand(query, brief.filters, parseDesign);
  const { words: written, filters, appliedDesign } = parseDesign ? timer.timeNow('parse', read) : read();

  const { spelling, vectors } = await spellAndEncode({ words: written, image, exact: brief.exact }, stages, {
    timer,
    call,
  });
  const { words } = spelling;
  const { filters: inferred = {}, excluded = [] } = appliedDesign ?? {};
  const wishes = words === '' ? [] : wishesIn(inferred);
  const asksForDesignAlone = words === '' && image === null;
  const timed = timedStages({ words, vectors, excluded, k }, stages, { timer, call });
  const { ranked, backend, relaxed } =
    wishes.length > 0
      ? await findDesigned({ filters, wishes, k }, timed)
      : await findFilled(
          { filters: asksForDesignAlone ? held(filters, inferred) : filters, k, hasWords: words !== '' },
          timed,
        );

  return {
    results: ranked.candidates.slice(0, k),
    modality: modalityOf(brief),
    mode: ranked.ranking === 'degraded' ? 'none (degraded)' : modeOf(brief),
    ranking: ranked.ranking,
    poolSize: ranked.candidates.length,
    reranked: ranked.reranked,
    backend,
    relaxed,
    appliedDesign,
    spelling,
    timingMs: timer.timingMs(),
  };
}

/** A brief of design words alone asks for nothing but its filters, so that they are never dropped. */
function held({ explicit, relaxable }: SearchFilters, inferred: Filters): SearchFilters {
  const others = Object.entries(relaxable).filter(([name]) => !(name in inferred));
  return { explicit: { ...inferred, ...explicit }, relaxable: Object.fromEntries(others) };
}

/** Recalls, relaxes when the answer is short, and reranks by the words when there are any. */
async function findFilled(
  { filters, k, hasWords }: { filters: SearchFilters; k: number; hasWords: boolean },
  stages: Designing,
): Promise<DesignedPool> {
  const { candidates, backend, relaxed } = await relaxToFill(filters, k, stages);
  const hasTexts = hasWords && candidates.length > 0;
  const ranked = hasTexts
    ? orderPool(candidates, await stages.scoreTexts(candidates.slice(0, RERANK_HEAD)))
    : inRetrievalOrder(candidates);
  return { ranked, backend, relaxed };
}

function modalityOf({ query, image }: Brief): InputModality {
  if (image === null) return 'text';
  return query === null ? 'image' : 'image_text';
}

function modeOf({ query, image }: Brief): Mode {
  if (image === null) return 'text';
  return query === null ? 'image' : 'multimodal';
}
