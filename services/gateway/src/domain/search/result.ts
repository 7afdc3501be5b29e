import type { Asset } from '../asset.js';
import type { DesignPhrase } from '../design/parse-design.js';
import type { DesignFilters, Filters } from '@imagesearch/facets/filters';
import type { Backend, RerankMethod } from './ports.js';

export type InputModality = 'text' | 'image' | 'image_text';
export type Mode = 'text' | 'image' | 'multimodal' | 'none' | 'none (degraded)';
export type Ranking = RerankMethod | 'none' | 'degraded';
export type Stage = 'parse' | 'encode' | 'retrieve' | 'hydrate' | 'rerank';

/** One picture of the answer. */
export interface Hit {
  asset: Asset;
  /** 0 to 1, never rising down the list. */
  score: number;
}

/** What the words of a brief were taken to ask for. */
export interface AppliedDesign {
  /** Those that took part; a phrase against which the caller set a filter has none here. */
  filters: DesignFilters;
  phrases: DesignPhrase[];
  /** The words left for retrieval. */
  query: string;
}

/** What a search found, before it is billed and presented. */
export interface SearchResult {
  hits: Hit[];
  modality: InputModality;
  mode: Mode;
  ranking: Ranking;
  poolSize: number;
  /** How many candidates the reranker judged. */
  reranked: number;
  backend: Backend;
  /** Inferred and default filters that were dropped to fill the answer, in the order they were dropped. */
  relaxed: (keyof Filters)[];
  /** What was read from the words; null when that was not asked for. */
  appliedDesign: AppliedDesign | null;
  /** Whole milliseconds of each stage that ran. */
  timingMs: Partial<Record<Stage, number>>;
}
