import type { AnalyzedQuery, QueryWord } from './analyzed-query.js';
import type { Word } from './analyzed-text.js';

/** Words that are only related lie below: dog and cat (0.24), car and bus (0.37); apple and pear (0.55) lie above. */
const SYNONYM_COSINE_MIN = 0.5;
/** Sofa and couch have 0.85, timepiece and clock 0.87. */
const SYNONYM_COSINE_FULL = 0.85;
/** A synonym always scores less than the word itself. */
const SYNONYM_MATCH_MAX = 0.9;
/** A sandal is footwear, but not what everybody thinks of. */
const KIND_MATCH = 0.8;

/**
 * How well a word matches each word of the query, 0–1: 1 for the same word, less for a kind of it or a near-synonym, else 0.
 * Empty for a word that matches none, as most do.
 */
export type MatchWord = (word: Word) => readonly number[];

/** Caches its results, because the candidates of a pool share most of their words. */
export function createMatcher(query: AnalyzedQuery): MatchWord {
  const known = new Map<string, readonly number[]>();
  return (word) => {
    let matches = known.get(word.text);
    if (matches === undefined) {
      matches = query.map((wanted) => matchOf(wanted, word));
      if (matches.every((match) => match === 0)) matches = NONE;
      known.set(word.text, matches);
    }
    return matches;
  };
}

const NONE: readonly number[] = [];

function matchOf(wanted: QueryWord, word: Word): number {
  if (word.lemma === wanted.lemma) return 1;
  return Math.max(kindMatch(wanted, word), synonymMatch(wanted, word));
}

/** Of vectors of length 1; 0 when either is unknown. */
function cosine(first: Float32Array | undefined, second: Float32Array | undefined): number {
  if (!first || !second) return 0;
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) sum += (first[at] ?? 0) * (second[at] ?? 0);
  return sum;
}

function kindMatch({ kinds }: QueryWord, { text, lemma }: Word): number {
  return kinds.has(lemma) || kinds.has(text) ? KIND_MATCH : 0;
}

function synonymMatch(wanted: Word, word: Word): number {
  const similarity = cosine(wanted.vector, word.vector);
  const share = (similarity - SYNONYM_COSINE_MIN) / (SYNONYM_COSINE_FULL - SYNONYM_COSINE_MIN);
  return SYNONYM_MATCH_MAX * Math.min(1, Math.max(0, share));
}
