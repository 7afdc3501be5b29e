import type { FilterName } from '@imagesearch/facets/filters';
import type { Asset } from '../assets/asset.js';

/** One image on its way from recall to the answer. */
export interface Candidate {
  assetId: string;
  /** 0 to 1, never rising down the pool; comparable within one answer only. */
  score: number;
  /** Rank from 1 in the list that compares the words with pixels; undefined without such a list. */
  sightRank?: number | undefined;
  /** Set when it is the query image in another size or encoding, or its mirror image. */
  isSameImage?: boolean;
}

/** A candidate with what the rights service says of it. */
export interface HydratedCandidate extends Candidate {
  asset: Asset;
  /** Filters read from the words that the image meets; undefined when none were read. */
  designMet?: readonly FilterName[];
}
