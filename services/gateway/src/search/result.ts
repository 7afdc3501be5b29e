import type { DesignPhrase } from '@imagesearch/brief-parser/parse-design';
import type { DesignFilters, FilterName } from '@imagesearch/facets/filters';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { inChildSpan } from '@imagesearch/service-kit/telemetry/spans';
import type { Catalogue } from '../assets/asset.js';
import type { Backend } from '../health/readiness.js';
import type { HydratedCandidate } from './candidate.js';
import type { Encoder } from './encode.js';
import type { Place } from './page.js';
import type { RerankMethod, Reranker } from './rerank.js';
import type { Retriever } from './retrieve.js';
import type { CurvesOfProfile } from './scores.js';
import type { Spelling, SpellingChecker } from './spell.js';

export type InputModality = 'text' | 'image' | 'image_text';
export type Mode = 'text' | 'image' | 'multimodal' | 'none' | 'none (degraded)';
export type Ranking = RerankMethod | 'none' | 'degraded';
export type Stage = 'parse' | 'spell' | 'encode' | 'retrieve' | 'hydrate' | 'rerank';

/** Orders by when the images were made. */
export const SORTS = ['newest', 'oldest'] as const;
export type Sort = (typeof SORTS)[number];

/** Properties whose values an answer counts. */
export const COUNTED = ['license', 'source', 'creator', 'tags', 'orientation'] as const;
export type Counted = (typeof COUNTED)[number];

/** The commonest values of some properties, the most frequent first. */
export type ValueCounts = Partial<Record<Counted, { value: string; count: number }[]>>;

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
  /** How many images its pages reach, about. */
  reachable: number;
  /** From this score results are strong matches; null where nothing was compared. */
  strongScore: number | null;
  /** How many candidates the reranker scored. */
  reranked: number;
  backend: Backend;
  /** Of the pool; null where nothing was to be counted. */
  counts: ValueCounts | null;
  /** Soft filters that not every result meets, the least important first. */
  relaxed: readonly FilterName[];
  /** What was read from the words; null when that was not asked for. */
  appliedDesign: AppliedDesign | null;
  /** How the words were read; null for a search that has none by its kind. */
  spelling: Spelling | null;
  /** Whole milliseconds. */
  timingMs: Partial<Record<Stage, number>>;
}

/** The stages that ask another service. */
export interface SearchStages {
  encoder: Encoder;
  retriever: Retriever;
  spelling: SpellingChecker;
  catalogue: Catalogue;
  reranker: Reranker;
  curves: CurvesOfProfile;
  logger: Logger;
}

/** One run of the stages: its deadline, and what each stage took. */
export class SearchRun {
  readonly call: CallContext;
  readonly #elapsedMs = new Map<Stage, number>();

  constructor(call: CallContext) {
    this.call = call;
  }

  /** A stage that runs twice counts twice. */
  async time<Value>(stage: Stage, work: () => Promise<Value>): Promise<Value> {
    const startedAt = performance.now();
    try {
      return await inChildSpan(`search ${stage}`, {}, work);
    } finally {
      this.#add(stage, startedAt);
    }
  }

  /** For work that waits for nothing. */
  timeNow<Value>(stage: Stage, work: () => Value): Value {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.#add(stage, startedAt);
    }
  }

  #add(stage: Stage, startedAt: number): void {
    this.#elapsedMs.set(stage, (this.#elapsedMs.get(stage) ?? 0) + performance.now() - startedAt);
  }

  /** Rounded to whole milliseconds. */
  timingMs(): Partial<Record<Stage, number>> {
    return Object.fromEntries(
      [...this.#elapsedMs].map(([stage, elapsedMs]) => [stage, Math.round(elapsedMs)]),
    );
  }
}
