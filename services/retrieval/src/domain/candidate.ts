import type { Swatch } from './point.js';

export interface Candidate {
  assetId: string;
  /** In a list: cosine similarity or BM25, or 1 without ranking. After fusion: 0 to 1. */
  score: number;
  /** Position in each list that holds it, from 1; empty before fusion. */
  ranks: Readonly<Record<string, number>>;
  /** 16 hexadecimal digits; null when unknown. An image without a hash is never a near-duplicate. */
  perceptualHash: string | null;
  /** Empty unless the query asked for it. */
  palette: readonly Swatch[];
  /** Its collapsed near-duplicates, best first. */
  duplicates: readonly string[];
}

export type ListedImage = Pick<Candidate, 'assetId' | 'score' | 'perceptualHash' | 'palette'>;

export function candidateOf(listed: ListedImage): Candidate {
  return { ...listed, ranks: NO_RANKS, duplicates: NO_DUPLICATES };
}

/** Best first; equal scores by asset id, so that an answer never depends on the order of storage. */
export function byScoreThenId(a: Candidate, b: Candidate): number {
  return b.score - a.score || compareIds(a.assetId, b.assetId);
}

/** By code unit: unlike a locale's order, it is the same on every machine. */
export function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const NO_RANKS: Candidate['ranks'] = Object.freeze({});
const NO_DUPLICATES: Candidate['duplicates'] = Object.freeze([]);
