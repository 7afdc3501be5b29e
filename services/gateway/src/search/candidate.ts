import type { FacetName } from '@imagesearch/facets/facets';
import type { FilterName } from '@imagesearch/facets/filters';
import type { Asset } from '../assets/asset.js';
import type { Usable } from '@imagesearch/facets/use';

/** Cosines of a candidate with what the caller sent; undefined where it was not among the nearest. */
export interface Similarities {
  /** Of the words with its caption. */
  caption?: number | undefined;
  /** Of the words with its pixels. */
  sight?: number | undefined;
  /** Of the caller's image with its pixels. */
  image?: number | undefined;
}

/** What found an image: its words, the meaning of its caption, its pixels by words, its pixels by the caller's image. */
export const MATCHES = ['words', 'meaning', 'sight', 'image'] as const;
export type Match = (typeof MATCHES)[number];

/** Orders by when the images were made. */
export const SORTS = ['newest', 'oldest'] as const;
export type Sort = (typeof SORTS)[number];

/** Properties whose values an answer counts. */
export const COUNTED = ['license', 'source', 'creator', 'tags', 'orientation'] as const;
export type Counted = (typeof COUNTED)[number];

/** What ranking knows of an image. */
export interface Ranked {
  assetId: string;
  /** 0 to 1, never rising down the pool: of retrieval, then blended with the reranker's, at last calibrated. */
  score: number;
  /** Its similarity in each list that holds it. */
  similarities: Similarities;
  /** The lists that hold it. */
  matched: readonly Match[];
  /** Rank from 1 in the list that compares the words with the pixels of all images; undefined without such a list. */
  sightRank?: number | undefined;
  /** Set where a colour is preferred: how much of it has one near that, 0 to 1. */
  paletteCloseness?: number;
  /** Set once the reranker scored it: how well its texts answer the words, 0 to 1. */
  rerankScore?: number | undefined;
  /** Facets of the soft filters that it does not meet; undefined meets all. */
  unmet?: readonly FacetName[];
  /** Filters read from the words that the image meets; undefined when none were read. */
  designMet?: readonly FilterName[];
  /** Set in a search with an order: when it was made, in milliseconds since 1970; undefined is unknown. */
  createdMs?: number;
  /** Set when it is the query image in another size or encoding, or its mirror image. */
  isSameImage?: boolean;
  /** Set when the query image is cut out of it. */
  containsImage?: boolean;
}

/** One image on its way from retrieval to the answer. Nothing but the index is known of it. */
export interface Candidate extends Ranked {
  /** Ids of its near-duplicates that the search found too, in the order in which they would stand for it. */
  duplicates: readonly string[];
  /** What says in words what it shows, as the reranker reads it; set where words are searched for. */
  texts?: string;
}

/** A candidate with what the rights service says of it. */
export interface HydratedCandidate extends Ranked {
  asset: Asset;
  duplicates: readonly Asset[];
  /** Set where the request says what the image is wanted for. */
  usable?: Usable;
}
