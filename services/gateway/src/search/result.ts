import type { Logger } from '@imagesearch/service-kit/logging';
import type { Catalogue } from '../assets/asset.js';
import type { Candidate, HydratedCandidate } from './candidate.js';
import type { Encoder } from './encode.js';
import type { Envelope, Ranking } from './envelope.js';
import type { Page, Place } from './page.js';
import type { Rerank } from './rerank.js';
import type { Found, SearchIndex } from './retrieve.js';
import type { CurvesOfProfile } from './scores.js';
import type { Spell } from './spell.js';

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
