import type { AnalyzedText, Compound, Unit } from './analyzed-text.js';
import { cosine, createMatcher, type MatchUnit } from './match-units.js';

/** A query, ready to be compared with many texts. */
export interface QueryMatcher {
  /** Words of the query. */
  length: number;
  match(text: AnalyzedText): TextMatch;
}

/** What one text has of a query; every number 0–1. */
export interface TextMatch {
  /** For each word of the query, its best match. */
  words: number[];
  /** For each two neighbouring words of the query, how well the text has them side by side in this order. */
  pairs: number[];
  /** Share of the text's own words that the query asked for. */
  focus: number;
}

/** What a word still counts inside a compound of another meaning: a hot dog is hardly a dog. */
const COMPOUND_MATCH_MIN = 0.5;

export function createQueryMatcher(query: AnalyzedText): QueryMatcher {
  const matchers = query.words.map(createMatcher);
  const compounds = query.compounds.map((compound) => ({ compound, match: createMatcher(compound) }));

  const match = (text: AnalyzedText): TextMatch => {
    const grid = matchers.map((matcher, at) => matchEach(matcher, query, at, text));
    const own = text.words.map((_, column) => Math.max(...grid.map((row) => row[column] ?? 0)));
    const result: TextMatch = {
      words: grid.map((row) => Math.max(0, ...row)),
      pairs: grid.slice(1).map((row, at) => bestPair(grid[at] ?? [], row)),
      focus: own.length === 0 ? 0 : own.reduce((sum, value) => sum + value, 0) / own.length,
    };
    for (const { compound, match: matchCompound } of compounds)
      raiseByCompound(result, compound, text, matchCompound);
    return result;
  };
  return { length: query.words.length, match };
}

/** The match of one query word with each word of the text. */
function matchEach(matcher: MatchUnit, query: AnalyzedText, at: number, text: AnalyzedText): number[] {
  const wanted = query.words[at];
  return text.words.map((word, column) => {
    const match = matcher(word);
    const inside = match > 0 ? compoundAround(text, column) : undefined;
    if (!wanted || !inside || query.compounds.some(({ lemma }) => lemma === inside.lemma)) return match;
    return match * meaningKept(wanted, inside);
  });
}

function compoundAround(text: AnalyzedText, column: number): Compound | undefined {
  return text.compounds.find(({ from, words }) => column >= from && column < from + words);
}

/** 1 where the compound is a kind of the word ("guide dog"), least where it is something else ("hot dog"). */
function meaningKept(word: Unit, compound: Unit): number {
  return COMPOUND_MATCH_MIN + (1 - COMPOUND_MATCH_MIN) * Math.max(0, cosine(word, compound));
}

function bestPair(first: readonly number[], second: readonly number[]): number {
  return Math.max(0, ...first.slice(0, -1).map((match, column) => Math.min(match, second[column + 1] ?? 0)));
}

/** A compound of the query may be said in other words altogether: "fire truck" and "fire engine". */
function raiseByCompound(result: TextMatch, compound: Compound, text: AnalyzedText, match: MatchUnit): void {
  let best = 0;
  let bestWords = 0;
  for (const unit of text.words) if (match(unit) > best) [best, bestWords] = [match(unit), 1];
  for (const unit of text.compounds) if (match(unit) > best) [best, bestWords] = [match(unit), unit.words];
  if (best === 0) return;
  for (let at = compound.from; at < compound.from + compound.words; at += 1) {
    result.words[at] = Math.max(result.words[at] ?? 0, best);
    if (at + 1 < compound.from + compound.words) result.pairs[at] = Math.max(result.pairs[at] ?? 0, best);
  }
  result.focus = Math.max(result.focus, (best * bestWords) / text.words.length);
}
