import type { AnalyzedQuery, QueryWord } from './analyzed-query.js';
import type { Word } from './analyzed-text.js';

/** Words that are only related lie near it: car and bus (0.51), dog and cat (0.62). */
const SYNONYM_COSINE_MIN = 0.55;
/** Car and automobile have 0.92, sofa and couch 0.91. */
const SYNONYM_COSINE_FULL = 0.9;
/** A synonym always scores less than the word itself. */
const SYNONYM_MATCH_MAX = 0.9;
/** A sandal is footwear, but not what everybody thinks of. */
const KIND_MATCH = 0.8;

/** Null for a word that matches none of the query, as most do. */
export type MatchWord = (word: Word) => WordMatch | null;

export interface WordMatch {
  /** For each word of the query, 0–1: 1 for the same word, less for a kind of it or a near-synonym, else 0. */
  of: number[];
  best: number;
}

/** Caches its results, because the candidates of a pool share most of their words. */
export function createMatcher(query: AnalyzedQuery): MatchWord {
  const known = new Map<string, WordMatch | null>();
  return (word) => {
    let match = known.get(word.text);
    if (match === undefined) {
      match = matchOf(query, word);
      known.set(word.text, match);
    }
    return match;
  };
}

/** Allocates nothing for a word that matches none of the query. */
function matchOf(query: AnalyzedQuery, word: Word): WordMatch | null {
  let found: WordMatch | null = null;
  let at = -1;
  for (const wanted of query) {
    at += 1;
    const match = matchOfWord(wanted, word);
    if (match === 0) continue;
    found ??= { of: new Array<number>(query.length).fill(0), best: 0 };
    found.of[at] = match;
    if (match > found.best) found.best = match;
  }
  return found;
}

function matchOfWord(wanted: QueryWord, word: Word): number {
  if (word.lemma === wanted.lemma) return 1;
  return Math.max(kindMatch(wanted, word), synonymMatch(wanted, word));
}

/**
 * Of vectors of one length, each of length 1; 0 when either is unknown. Four sums, so that additions do not wait for each other.
 * Each is declared alone: taken out of an array, they made the loop slow in every second process.
 */
function cosine(first: Float32Array | undefined, second: Float32Array | undefined): number {
  if (!first || !second) return 0;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0; at < first.length; at += 4) {
    a += (first[at] ?? 0) * (second[at] ?? 0);
    b += (first[at + 1] ?? 0) * (second[at + 1] ?? 0);
    c += (first[at + 2] ?? 0) * (second[at + 2] ?? 0);
    d += (first[at + 3] ?? 0) * (second[at + 3] ?? 0);
  }
  return a + b + (c + d);
}

function kindMatch({ kinds }: QueryWord, { text, lemma }: Word): number {
  return kinds.has(lemma) || kinds.has(text) ? KIND_MATCH : 0;
}

function synonymMatch(wanted: Word, word: Word): number {
  const similarity = cosine(wanted.vector, word.vector);
  const share = (similarity - SYNONYM_COSINE_MIN) / (SYNONYM_COSINE_FULL - SYNONYM_COSINE_MIN);
  return SYNONYM_MATCH_MAX * Math.min(1, Math.max(0, share));
}
