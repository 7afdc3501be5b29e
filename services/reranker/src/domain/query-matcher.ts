import type { AnalyzedQuery } from './analyzed-query.js';
import type { AnalyzedText } from './analyzed-text.js';
import { createMatcher, type WordMatch } from './match-words.js';

/** Undefined for a text without a word that matches. The next text overwrites what this one returns. */
export type MatchText = (text: AnalyzedText) => TextMatch | undefined;

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
export function createQueryMatcher(query: AnalyzedQuery): MatchText {
  const matchOf = createMatcher(query);
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
