import { createHash } from 'node:crypto';

export interface SparseVector {
  indices: number[];
  values: number[];
}

/**
 * Saturated term frequencies of BM25. At query time Qdrant's IDF modifier multiplies each by the rarity of its term.
 */
export function pointWords(terms: readonly string[]): SparseVector {
  const frequencies = new Map<number, number>();
  for (const term of terms) {
    const id = termId(term);
    frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
  }
  const saturation = K1 * (1 - B + (B * terms.length) / TERMS_TYPICAL);
  return {
    indices: [...frequencies.keys()],
    values: Array.from(
      frequencies.values(),
      (frequency) => (frequency * (K1 + 1)) / (frequency + saturation),
    ),
  };
}

export function queryWords(terms: readonly string[]): SparseVector {
  const indices = [...new Set(terms.map(termId))];
  return { indices, values: indices.map(() => 1) };
}

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
/** A fixed value instead of the mean number of terms, which no client knows; longer texts score lower. */
const TERMS_TYPICAL = 60;

/** 32 bits of a hash: among a hundred thousand terms about one pair shares an id, which mixes their counts. */
function termId(term: string): number {
  return createHash('sha1').update(term).digest().readUInt32LE(0);
}
