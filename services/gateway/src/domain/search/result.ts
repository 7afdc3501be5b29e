import type { Asset } from '../asset.js';
import type { Backend, RerankMethod } from './ports.js';

export type InputModality = 'text' | 'image' | 'image_text';
export type Mode = 'text' | 'image' | 'multimodal' | 'none' | 'none (degraded)';
export type Ranking = RerankMethod | 'none' | 'degraded';
export type Stage = 'encode' | 'retrieve' | 'hydrate' | 'rerank';

/** One picture of the answer. */
export interface Hit {
  asset: Asset;
  /** 0 to 1, never rising down the list. */
  score: number;
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
  /** Default filters that were dropped to fill the answer, in the order they were dropped. */
  relaxed: string[];
  /** Whole milliseconds of each stage that ran. */
  timingMs: Partial<Record<Stage, number>>;
}
