import type { Asset } from '../assets/asset.js';

/** One image on its way from recall to the answer. */
export interface Candidate {
  assetId: string;
  /** 0 to 1, never rising down the pool; comparable within one answer only. */
  score: number;
  /** Rank among the images whose pixels look like the words, from 1; none where words are not compared with pixels. */
  sightRank?: number | undefined;
}

/** A candidate with what the rights service says of it. */
export interface HydratedCandidate extends Candidate {
  asset: Asset;
}
