import type { DesignPhrase } from '@imagesearch/brief-parser/parse-design';
import type { DesignFilters, FilterName } from '@imagesearch/facets/filters';
import type { HydratedCandidate } from './candidate.js';
import type { Place } from './paging/cursor.js';
import type { Backend } from '../health/readiness.js';
import type { RerankMethod, Spelling } from './ports.js';

export type InputModality = 'text' | 'image' | 'image_text';
export type Mode = 'text' | 'image' | 'multimodal' | 'none' | 'none (degraded)';
export type Ranking = RerankMethod | 'none' | 'degraded';
export type Stage = 'parse' | 'spell' | 'encode' | 'retrieve' | 'hydrate' | 'rerank';

/** What the words of a brief were taken to ask for. */
export interface AppliedDesign {
  /** Those that took part; a phrase that a filter of the caller's stands against has none here. */
  filters: DesignFilters;
  phrases: DesignPhrase[];
  /** What the images must not show. */
  excluded: string[];
  /** The words left for retrieval. */
  query: string;
}

/** What a search found, before it is billed and presented. */
export interface SearchResult {
  /** Best first; scores never rise. */
  results: HydratedCandidate[];
  /** Where the next page begins; undefined on the last page. */
  next: Place | undefined;
  modality: InputModality;
  mode: Mode;
  ranking: Ranking;
  poolSize: number;
  /** How many candidates the reranker scored. */
  reranked: number;
  backend: Backend;
  /** Inferred and default filters that were dropped to fill the answer, in the order they were dropped. */
  relaxed: readonly FilterName[];
  /** What was read from the words; null when that was not asked for. */
  appliedDesign: AppliedDesign | null;
  /** How the words were read; null for a search that has none by its kind. */
  spelling: Spelling | null;
  /** Whole milliseconds. */
  timingMs: Partial<Record<Stage, number>>;
}
