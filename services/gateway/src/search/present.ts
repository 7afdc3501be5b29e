import { contractNameOf } from '@imagesearch/facets/filters';
import type { Asset } from '../assets/asset.js';
import { withFiles, type Addresses } from '../assets/asset-answer.js';
import type { HydratedCandidate } from './candidate.js';
import type { DuplicateAnswer, Envelope } from './envelope.js';
import { presentFilters } from './filters.js';
import type { AppliedDesign } from './read-brief.js';
import type { SearchResult } from './result.js';

export interface RequestFacts {
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
  { facts, results }: Pick<SearchResult, 'facts' | 'results'>,
  { queryId, query, latencyMs, kCapped, cursor }: RequestFacts,
  { baseUrl }: Addresses,
): Envelope {
  return {
    query_id: queryId,
    query,
    ...facts,
    cursor,
    ...(kCapped && { k_capped: true as const }),
    latency_ms: Math.round(latencyMs),
    results: results.map((found) => presentResult(found, `${baseUrl}/v1/asset/${queryId}`)),
  };
}

function presentResult(
  { asset, score, duplicates, designMet, ...known }: HydratedCandidate,
  filesOfAnswer: string,
): Envelope['results'][number] {
  return {
    ...withFiles(asset.image, filesOfAnswer),
    score: Number(score.toFixed(6)),
    duplicates: duplicates.map(presentDuplicate),
    matched: [...known.matched],
    ...(known.usable && { usable: known.usable }),
    ...(known.isSameImage === true && { same_image: true as const }),
    ...(known.containsImage === true && { contains_image: true as const }),
    ...(designMet && { design_met: designMet.map(contractNameOf) }),
  };
}

export function presentDesign({ filters, phrases, excluded, unread, query }: AppliedDesign) {
  return {
    filters: presentFilters(filters),
    phrases: phrases.map((phrase) => ({ ...phrase, filters: presentFilters(phrase.filters) })),
    excluded,
    unread,
    query,
  };
}

function presentDuplicate({ image: { asset_id, source, rights } }: Asset): DuplicateAnswer {
  const { license, commercial, attribution_required, derivatives, share_alike } = rights;
  return {
    asset_id,
    source,
    rights: { license, commercial, attribution_required, derivatives, share_alike },
  };
}
