import type { AnalyzedQuery } from './analyzed-query.js';
import type { AnalyzedText } from './analyzed-text.js';
import { createMatcher } from './match-words.js';

/** Undefined for a text without a word that matches. */
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

/** Allocates nothing for a text without a match, because a pool has about a thousand texts. */
export function createQueryMatcher(query: AnalyzedQuery): MatchText {
  const matchesOf = createMatcher(query);
  return (text) => {
    let found: TextMatch | undefined;
    let before: readonly number[] = NONE;
    let column = 0;
    for (const word of text) {
      const own = matchesOf(word);
      if (own.length > 0) {
        found ??= { words: zeros(query.length), pairs: zeros(query.length - 1), asked: zeros(text.length) };
        addWord(found, own, before);
        found.asked[column] = Math.max(...own);
      }
      before = own;
      column += 1;
    }
    return found;
  };
}

const NONE: readonly number[] = [];

const zeros = (count: number): number[] => new Array<number>(count).fill(0);

/** @param before Matches of the word that stands before it in the text. */
function addWord({ words, pairs }: TextMatch, own: readonly number[], before: readonly number[]): void {
  for (let at = 0; at < own.length; at += 1) {
    const match = own[at] ?? 0;
    words[at] = Math.max(words[at] ?? 0, match);
    if (at > 0) pairs[at - 1] = Math.max(pairs[at - 1] ?? 0, Math.min(before[at - 1] ?? 0, match));
  }
}
