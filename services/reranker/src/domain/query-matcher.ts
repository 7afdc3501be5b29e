import type { AnalyzedQuery } from './analyzed-query.js';
import type { AnalyzedText } from './analyzed-text.js';
import { createMatcher, type MatchWord } from './match-words.js';

export type MatchText = (text: AnalyzedText) => TextMatch;

/** How one text matches the query; every number 0–1. */
export interface TextMatch {
  /** For each word of the query, its best match. */
  words: number[];
  /** For each two neighbouring words of the query, how well the text has them next to each other in this order. */
  pairs: number[];
  /** For each word of the text, how well the query asks for it. */
  asked: number[];
}

/** Matches each text once: the candidates of a pool share most of their tags, and equal texts are one object. */
export function createQueryMatcher(query: AnalyzedQuery): MatchText {
  const matchers = query.map(createMatcher);
  const known = new Map<AnalyzedText, TextMatch>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = matchText(matchers, text);
      known.set(text, found);
    }
    return found;
  };
}

function matchText(matchers: readonly MatchWord[], text: AnalyzedText): TextMatch {
  const grid = matchers.map((match) => text.map(match));
  return {
    words: grid.map((row) => Math.max(0, ...row)),
    pairs: grid.slice(1).map((row, at) => bestPair(grid[at] ?? [], row)),
    asked: text.map((_, column) => Math.max(...grid.map((row) => row[column] ?? 0))),
  };
}

function bestPair(first: readonly number[], second: readonly number[]): number {
  return Math.max(0, ...first.slice(0, -1).map((match, column) => Math.min(match, second[column + 1] ?? 0)));
}
