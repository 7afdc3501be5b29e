export interface Word {
  /** In lower case, without accents. */
  text: string;
  lemma: string;
  /** Of length 1; undefined for a word that the vectors do not know. */
  vector: Float32Array | undefined;
}

/** A word that is asked for. */
export interface QueryWord extends Word {
  /** Lemmas of what answers it too. */
  hyponyms: ReadonlySet<string>;
}

/** Undefined for a text without a word that matches. The next text overwrites what this one returns. */
export type MatchText = (text: readonly Word[]) => TextMatch | undefined;

/** How one text matches the query; every number 0–1. */
export interface TextMatch {
  /** For each word of the query, its best match. */
  words: number[];
  /** For each two neighbouring words of the query, how well the text has them next to each other in this order. */
  pairs: number[];
  /** For each word of the text, how well the query asks for it. */
  asked: number[];
}

/** Allocates nothing for a text, because a pool has about a thousand of them. */
export function createTextMatcher(query: readonly QueryWord[]): MatchText {
  const matchOf = createWordMatcher(query);
  const found: TextMatch = { words: zeros(query.length), pairs: zeros(query.length - 1), asked: [] };
  return (text) => {
    let hasMatch = false;
    let before: WordMatch | null = null;
    let column = 0;
    for (const word of text) {
      const own = matchOf(word);
      if (own !== null) {
        if (!hasMatch) reset(found, text.length);
        hasMatch = true;
        addWord(found, own.of, before?.of);
        found.asked[column] = own.best;
      }
      before = own;
      column += 1;
    }
    return hasMatch ? found : undefined;
  };
}

const zeros = (count: number): number[] => new Array<number>(count).fill(0);

function reset({ words, pairs, asked }: TextMatch, textWords: number): void {
  words.fill(0);
  pairs.fill(0);
  asked.length = textWords;
  asked.fill(0);
}

/** @param before Matches of the word that stands before it in the text. */
function addWord(
  { words, pairs }: TextMatch,
  own: readonly number[],
  before: readonly number[] | undefined,
): void {
  for (let at = 0; at < own.length; at += 1) {
    const match = own[at] ?? 0;
    if (match > (words[at] ?? 0)) words[at] = match;
    if (at === 0 || before === undefined) continue;
    const pair = Math.min(before[at - 1] ?? 0, match);
    if (pair > (pairs[at - 1] ?? 0)) pairs[at - 1] = pair;
  }
}

/** Words that are only related lie near it: car and bus (0.51), dog and cat (0.62). */
const SYNONYM_COSINE_MIN = 0.55;
/** Car and automobile have 0.92, sofa and couch 0.91. */
const SYNONYM_COSINE_FULL = 0.9;
/** A synonym always scores less than the word itself. */
const SYNONYM_MATCH_MAX = 0.9;
/** A sandal is footwear, but not what everybody thinks of. */
const HYPONYM_MATCH = 0.8;

/** Null for a word that matches none of the query, as most do. */
type MatchWord = (word: Word) => WordMatch | null;

interface WordMatch {
  /** For each word of the query, 0–1: 1 for the same word, less for a hyponym or a near-synonym, else 0. */
  of: number[];
  best: number;
}

/** Caches its results, because the candidates of a pool share most of their words. */
function createWordMatcher(query: readonly QueryWord[]): MatchWord {
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
function matchOf(query: readonly QueryWord[], word: Word): WordMatch | null {
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
  return Math.max(hyponymMatch(wanted, word), synonymMatch(wanted, word));
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

function hyponymMatch({ hyponyms }: QueryWord, { text, lemma }: Word): number {
  return hyponyms.has(lemma) || hyponyms.has(text) ? HYPONYM_MATCH : 0;
}

function synonymMatch(wanted: Word, word: Word): number {
  const similarity = cosine(wanted.vector, word.vector);
  const share = (similarity - SYNONYM_COSINE_MIN) / (SYNONYM_COSINE_FULL - SYNONYM_COSINE_MIN);
  return SYNONYM_MATCH_MAX * Math.min(1, Math.max(0, share));
}
