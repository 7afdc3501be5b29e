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

/** In plain loops, because a pool has about a thousand different texts. */
function matchText(matchers: readonly MatchWord[], text: AnalyzedText): TextMatch {
  const found: TextMatch = { words: [], pairs: [], asked: text.map(() => 0) };
  let before: readonly number[] | undefined;
  for (const match of matchers) {
    const row = text.map(match);
    let best = 0;
    let bestPair = 0;
    for (let column = 0; column < row.length; column += 1) {
      const own = row[column] ?? 0;
      best = Math.max(best, own);
      found.asked[column] = Math.max(found.asked[column] ?? 0, own);
      if (before !== undefined && column > 0)
        bestPair = Math.max(bestPair, Math.min(before[column - 1] ?? 0, own));
    }
    found.words.push(best);
    if (before !== undefined) found.pairs.push(bestPair);
    before = row;
  }
  return found;
}
