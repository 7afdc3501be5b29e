import type { Filters } from '@imagesearch/facets/filters';
import { withoutMedium } from '@imagesearch/lexicon/medium';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { admit, billedAnswer, type Caller, type SearchAnswer, type SearchParts } from './billed-answer.js';
import type { Languages, SearchStages } from './ports.js';
import { locateImageFault, type ReferenceImage } from './reference-image/reference-image.js';
import { findDesigned, type DesignedPool, type Designing } from './design/find-designed.js';
import { wishesIn } from './design/wishes.js';
import {
  filtersOfPage,
  nextPage,
  pageWanted,
  requireCurrent,
  type PageRequest,
  type PageWanted,
} from './paging/pages.js';
import { relaxToFill, type SearchFilters } from './relax.js';
import { inRetrievalOrder, orderPool, RERANK_HEAD } from './rerank.js';
import type { AppliedDesign, InputModality, Mode, SearchResult } from './result.js';
import { atLeast, calibrate } from './scores/calibrate.js';
import { spellAndEncode } from './spell-and-encode.js';
import { StageTimer } from './stage-timer.js';
import { poolSizeFor, timedStages } from './timed-stages.js';
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
  /** Whether words that are spelled wrong, or in another language, stay as they are. */
  exact: boolean;
  languages: Languages;
  /** Results below it are left out; 0 leaves out none. */
  minScore: number;
  page: PageRequest;
}

/** Answers one search: admit, reserve, find images, present, settle. */
export async function search(
  request: SearchRequest,
  caller: Caller,
  parts: SearchParts,
  call: CallContext,
): Promise<SearchAnswer> {
  const { reference, query, k } = request;
  const features = reference === null ? [] : (['image_search'] as const);
  const admitted = admit({ endpoint: 'search', features, query, k }, caller);
  const page = pageWanted(request.page, caller, parts);
  return billedAnswer(admitted, parts, call, async (reserved) => {
    requireCurrent(page);
    // Reading and spelling words costs little; an image is fetched and embedded once it is paid for.
    if (reference !== null) await reserved;
    const image = reference && (await reference.load(call));
    try {
      return await findImages({ ...request, image, k: admitted.k, page }, parts.stages, call, reserved);
    } catch (error) {
      throw reference ? locateImageFault(error, reference) : error;
    }
  });
}

/** A search with its image loaded, its page found and `k` within the plan's cap. */
export interface Brief extends Omit<SearchRequest, 'reference' | 'page'> {
  image: Uint8Array | null;
  page: PageWanted;
}

/** Finds the images of one brief: understand, spell, encode, recall, relax, rerank, score, hydrate. */
export async function findImages(
  brief: Brief,
  stages: SearchStages,
  call: CallContext,
  reserved?: Promise<void>,
): Promise<SearchResult> {
  const timer = new StageTimer();
  const { query, image, k, parseDesign, page, minScore } = brief;
  const curves = stages.curves();

  const read = () => understand(query, brief.filters, parseDesign);
  const { words: asked, filters, appliedDesign } = parseDesign ? timer.timeNow('parse', read) : read();
  const written = brief.exact ? asked : withoutMedium(asked);

  const { exact, languages } = brief;
  const { spelling, vectors } = await spellAndEncode({ words: written, image, exact, languages }, stages, {
    timer,
    call,
  });
  await reserved;
  const { words, kinds } = spelling;
  const understood = { words, filters, appliedDesign, hasImage: image !== null };
  const limit = page.place?.poolSize ?? poolSizeFor(k);
  const { excluded = [] } = appliedDesign ?? {};
  const wanted = (page.place?.seen.size ?? 0) + k;
  const searched = { words, kinds, vectors, image, excluded, limit, wanted };
  const timed = timedStages(searched, stages, { timer, call });
  const { ranked, backend, relaxed: dropped } = await findRanked(understood, brief, timed);

  const compared = { hasWords: words !== '', hasImage: image !== null, ranking: ranked.ranking };
  const scored = atLeast(minScore, calibrate(ranked.candidates, compared, await curves));
  const relaxed = page.place?.relaxed ?? dropped;
  return {
    ...(await nextPage(scored, { ...page, k, poolSize: limit, relaxed }, timed.hydrate)),
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

interface Understood {
  words: string;
  filters: SearchFilters;
  appliedDesign: AppliedDesign | null;
  hasImage: boolean;
}

/** A brief with a subject and a look weighs the one against the other; any other fills its answer. */
function findRanked(
  { words, filters, appliedDesign, hasImage }: Understood,
  { k, page }: Pick<Brief, 'k' | 'page'>,
  stages: Designing,
): Promise<DesignedPool> {
  const inferred = appliedDesign?.filters ?? {};
  const wishes = words === '' ? [] : wishesIn(inferred);
  if (wishes.length > 0) return findDesigned({ filters, wishes, k }, stages);
  const asksForDesignAlone = words === '' && !hasImage;
  const wanted = asksForDesignAlone ? held(filters, inferred) : filters;
  return findFilled({ filters: filtersOfPage(wanted, page), k, hasWords: words !== '' }, stages);
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
