import type { DesignPhrase } from '@imagesearch/brief-parser/parse-design';
import type { DesignFilters } from '@imagesearch/facets/filters';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { inChildSpan } from '@imagesearch/service-kit/telemetry/spans';
import type { Catalogue } from '../assets/asset.js';
import type { Candidate, HydratedCandidate } from './candidate.js';
import type { Encoder } from './encode.js';
import type { Envelope, Ranking } from './envelope.js';
import type { Page, Place } from './page.js';
import type { Rerank } from './rerank.js';
import type { Found, SearchIndex } from './retrieve.js';
import type { CurvesOfProfile } from './scores.js';
import type { Spell } from './spell.js';

/** What the words of a brief were taken to ask for. */
export interface AppliedDesign {
  /** Those that took part; a phrase that a filter of the caller's stands against has none here. */
  filters: DesignFilters;
  phrases: DesignPhrase[];
  /** What the images must not show. */
  excluded: string[];
  /** Wishes about rights or provenance that no filter can express, as written. */
  unread: string[];
  /** The words left for retrieval. */
  query: string;
}

/** What a search found, before it is billed and presented. */
export interface SearchResult {
  /** Best first; scores never rise. */
  results: HydratedCandidate[];
  /** Where the next page begins; undefined on the last page. */
  next: Place | undefined;
  /** What the answer says of the search itself. */
  facts: Omit<Envelope, 'query_id' | 'query' | 'cursor' | 'k_capped' | 'latency_ms' | 'results'>;
}

/** Candidates as the catalogue has them at this moment, without those that may not be shown. */
export type Shown = (candidates: readonly Candidate[]) => Promise<HydratedCandidate[]>;

/** One page of a search, and what the answer says of how it was found. */
export interface FoundPage extends Page {
  found: Found;
  /** How many images all pages hold, about. */
  reachable: number;
  ranking: Ranking;
  /** How many candidates the reranker scored. */
  reranked: number;
  strongScore: number | null;
}

/** The stages that ask another service. */
export interface SearchStages {
  encoder: Encoder;
  spell: Spell;
  searchIndex: SearchIndex;
  catalogue: Catalogue;
  rerank: Rerank;
  curves: CurvesOfProfile;
  /** Has images written to the index again that it holds otherwise than the catalogue. */
  reportStale: (assetIds: readonly string[]) => void;
  logger: Logger;
}

type Timings = Envelope['timing_ms'];
type Stage = keyof Timings;

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
      const elapsedMs = performance.now() - startedAt;
      this.#elapsedMs.set(stage, (this.#elapsedMs.get(stage) ?? 0) + elapsedMs);
    }
  }

  /** Rounded to whole milliseconds. */
  timingMs(): Timings {
    const timings: Timings = { retrieve: 0 };
    for (const [stage, elapsedMs] of this.#elapsedMs) timings[stage] = Math.round(elapsedMs);
    return timings;
  }
}
