import type { Asset } from '../assets/asset.js';
import { presentImage, type Addresses } from '../assets/asset-answer.js';
import type { HydratedCandidate } from './candidate.js';
import type { AppliedDesign, SearchResult } from './result.js';
import type { DuplicateAnswer, Envelope } from './envelope.js';
import { presentFilters, publicNameOf } from './filters.js';

export interface EnvelopeFacts {
  queryId: string;
  /** As it was given; null when only an image was. */
  query: string | null;
  latencyMs: number;
  /** Set when the plan's limit cut `k`. */
  kCapped: boolean;
  /** Of the next page; null on the last one. */
  cursor: string | null;
}

/** The answer of a search (specification, section 2.1). */
export function presentEnvelope(
  result: SearchResult,
  facts: EnvelopeFacts,
  { baseUrl }: Addresses,
): Envelope {
  const { strongScore } = result;
  return {
    query_id: facts.queryId,
    query: facts.query,
    input_modality: result.modality,
    count: result.results.length,
    strong_count:
      strongScore === null ? null : result.results.filter(({ score }) => score >= strongScore).length,
    strong_score: strongScore,
    reachable: result.reachable,
    cursor: facts.cursor,
    ...(facts.kCapped && { k_capped: true as const }),
    latency_ms: Math.round(facts.latencyMs),
    timing_ms: { retrieve: 0, ...result.timingMs },
    mode: result.mode,
    ranking: result.ranking,
    ...(result.ranking === 'degraded' && { degraded: true as const }),
    ...(result.relaxed.length > 0 && { relaxed: result.relaxed.map(publicNameOf) }),
    ...(result.appliedDesign && { applied_design: presentDesign(result.appliedDesign) }),
    ...(result.spelling && {
      corrections: result.spelling.corrections.map(({ from, to }) => ({ from, to })),
      translations: result.spelling.translations.map(({ from, to, lang }) => ({ from, to, lang })),
      unmatched: [...result.spelling.unmatched],
      did_you_mean: result.spelling.didYouMean,
      ...(result.spelling.isUnchecked && { spelling_unchecked: true as const }),
    }),
    pool_size: result.poolSize,
    reranked: result.reranked,
    ...(result.counts && { facets: result.counts }),
    backend: result.backend,
    results: result.results.map((found) => presentResult(found, `${baseUrl}/v1/asset/${facts.queryId}`)),
  };
}

function presentResult(
  { asset, score, duplicates, designMet, ...known }: HydratedCandidate,
  filesOfAnswer: string,
): Envelope['results'][number] {
  return {
    ...presentImage(asset, filesOfAnswer),
    score: Number(score.toFixed(6)),
    duplicates: duplicates.map(presentDuplicate),
    matched: [...known.matched],
    ...(known.usable && { usable: known.usable }),
    ...(known.isSameImage === true && { same_image: true as const }),
    ...(known.containsImage === true && { contains_image: true as const }),
    ...(designMet && { design_met: designMet.map(publicNameOf) }),
  };
}

function presentDesign({ filters, phrases, excluded, query }: AppliedDesign): Envelope['applied_design'] {
  return {
    filters: presentFilters(filters),
    phrases: phrases.map((phrase) => ({ ...phrase, filters: presentFilters(phrase.filters) })),
    excluded,
    query,
  };
}

function presentDuplicate({ assetId, source, rights }: Asset): DuplicateAnswer {
  const { license, commercial, attributionRequired, derivatives, shareAlike } = rights;
  return {
    asset_id: assetId,
    source,
    rights: {
      license,
      commercial,
      attribution_required: attributionRequired,
      derivatives,
      share_alike: shareAlike,
    },
  };
}
