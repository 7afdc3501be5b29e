import type { Asset } from '../assets/asset.js';

/** One image on its way from recall to the answer. */
export interface Candidate {
  assetId: string;
  /** 0 to 1, never rising down the pool; comparable within one answer only. */
  score: number;
  /** Rank from 1 in the list that compares the words with pixels; undefined without such a list. */
  sightRank?: number | undefined;
}

/** A candidate with what the rights service says of it. */
export interface HydratedCandidate extends Candidate {
  asset: Asset;
}
