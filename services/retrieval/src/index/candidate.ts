import type { FacetName } from '@imagesearch/facets/facets';

export interface Candidate {
  assetId: string;
  /** In a list: cosine similarity or BM25, or 1 without ranking. After fusion: 0 to 1. */
  score: number;
  /** Position in each list that holds it, from 1; empty before fusion. */
  ranks: Readonly<Record<string, number>>;
  /** Its own score in each of those lists, before fusion; under the same names. */
  similarities: Readonly<Record<string, number>>;
  /** 16 hexadecimal digits; null when unknown. An image without a hash is never a near-duplicate. */
  perceptualHash: string | null;
  /** Of its near-duplicates and itself the one that ranked best: its texts say why it was found. */
  bestId: string;
  /** Its collapsed near-duplicates, in the order in which they would stand for it. */
  duplicates: readonly string[];
  /** Facets of the soft filters that it does not meet. */
  unmet: readonly FacetName[];
  /** Set when its hash says that it is the query image. */
  isSameImage?: true;
  /** Set when the query image is cut out of it. */
  containsImage?: true;
  /** Set where a colour is preferred: how much of it has one near that, 0 to 1. */
  paletteCloseness?: number;
}

type ListedImage = Pick<Candidate, 'assetId' | 'score' | 'perceptualHash'>;

/** Written out: with a spread, objects of every search get a form that takes V8 eighteen times as long. */
export function candidateOf({ assetId, score, perceptualHash }: ListedImage): Candidate {
  return {
    assetId,
    score,
    perceptualHash,
    bestId: assetId,
    ranks: NO_RANKS,
    similarities: NO_RANKS,
    duplicates: NO_DUPLICATES,
    unmet: NO_FACETS,
  };
}

/** Best first; equal scores by asset id, so that an answer never depends on the order of storage. */
export function byScoreThenId(a: Candidate, b: Candidate): number {
  return b.score - a.score || compareIds(a.assetId, b.assetId);
}

/** By the beginning of its date; what has none comes last, and equal dates are in the order of asset ids. */
export function byDate(order: 'newest' | 'oldest') {
  return (one: Dated, other: Dated): number => {
    const [from, otherFrom] = [one.created?.from, other.created?.from];
    if (from === otherFrom) return compareIds(one.assetId, other.assetId);
    if (from === undefined || otherFrom === undefined) return from === undefined ? 1 : -1;
    return order === 'oldest' ? from - otherFrom : otherFrom - from;
  };
}

interface Dated {
  assetId: string;
  created: { from: number } | null;
}

/** By code unit: unlike a locale's order, it is the same on every machine. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const NO_RANKS: Candidate['ranks'] = Object.freeze({});
const NO_DUPLICATES: Candidate['duplicates'] = Object.freeze([]);
const NO_FACETS: Candidate['unmet'] = Object.freeze([]);

/** The candidates of one query vector or of the words, best first. */
export interface RankedList {
  name: string;
  candidates: readonly Candidate[];
}

export const WORDS_LIST = 'words';
