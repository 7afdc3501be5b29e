import type { Asset, Rights, Signals } from '../assets/asset.js';
import type { HydratedCandidate } from './candidate.js';
import type { AppliedDesign, SearchResult } from './result.js';
import type { AssetAnswer, RightsAnswer, SignalsAnswer } from '../assets/schemas/asset.js';
import type { DuplicateAnswer, Envelope } from './schemas/envelope.js';
import { presentFilters, publicNameOf } from './schemas/filters.js';

/** Where the addresses in an answer point. */
export interface Addresses {
  /** Configured, never taken from a request. */
  baseUrl: string;
}

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
  return {
    query_id: facts.queryId,
    query: facts.query,
    input_modality: result.modality,
    count: result.results.length,
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
    backend: result.backend,
    results: result.results.map((found) => presentResult(found, `${baseUrl}/v1/asset/${facts.queryId}`)),
  };
}

function presentResult(
  { asset, score, duplicates, designMet, ...known }: HydratedCandidate,
  filesOfAnswer: string,
): Envelope['results'][number] {
  return {
    asset_id: asset.assetId,
    score: Number(score.toFixed(6)),
    title: asset.title,
    tags: asset.tags,
    creator: asset.creator,
    source: asset.source,
    ai_generated: asset.aiGenerated,
    width: asset.width,
    height: asset.height,
    ...fileAddresses(`${filesOfAnswer}/${encodeAssetId(asset.assetId)}`),
    license: asset.rights.license,
    rights: presentRights(asset.rights),
    cv: presentSignals(asset.signals),
    duplicates: duplicates.map(presentDuplicate),
    matched: [...known.matched],
    ...(known.isSameImage === true && { same_image: true as const }),
    ...(known.containsImage === true && { contains_image: true as const }),
    ...(designMet && { design_met: designMet.map(publicNameOf) }),
  };
}

/** The full metadata of one asset (specification, section 2.4). */
export function presentAsset(asset: Asset, indexed: boolean | null, { baseUrl }: Addresses): AssetAnswer {
  return {
    asset_id: asset.assetId,
    title: asset.title,
    tags: asset.tags,
    creator: asset.creator,
    source: asset.source,
    score: null,
    ai_generated: asset.aiGenerated,
    width: asset.width,
    height: asset.height,
    format: asset.format,
    ...fileAddresses(`${baseUrl}/v1/asset/direct/${encodeAssetId(asset.assetId)}`),
    license: asset.rights.license,
    rights: presentRights(asset.rights),
    cv: presentSignals(asset.signals),
    indexed,
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

function fileAddresses(file: string) {
  return { file, thumb: `${file}?v=thumb` };
}

/** An id in a path: its colon stays readable, everything else that a path may not hold is escaped. */
function encodeAssetId(assetId: string): string {
  return encodeURIComponent(assetId).replaceAll('%3A', ':');
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

function presentRights(rights: Rights): RightsAnswer {
  return {
    license: rights.license,
    license_verbatim: rights.licenseVerbatim,
    commercial: rights.commercial,
    attribution_required: rights.attributionRequired,
    derivatives: rights.derivatives,
    share_alike: rights.shareAlike,
    attribution: rights.attribution,
    provenance_url: rights.provenanceUrl,
    basis: rights.basis,
    delivery: rights.delivery,
  };
}

/** Finer than anyone can see. */
const LUMINANCE_DECIMALS = 4;

function presentSignals({ palette, luminance, negSpace, faces, aspect, shows }: Signals): SignalsAnswer {
  const rounded = luminance === null ? null : Number(luminance.toFixed(LUMINANCE_DECIMALS));
  return {
    palette,
    luminance: rounded,
    neg_space: negSpace,
    faces,
    aspect,
    ...(shows.length > 0 && { shows }),
  };
}
