import type { AnalyzedText } from './analyzed-text.js';
import { createQueryMatcher, type QueryMatcher, type TextMatch } from './query-matcher.js';

/** A candidate's texts, analysed. */
export interface AnalyzedCandidate {
  title: AnalyzedText;
  tags: AnalyzedText[];
  description: AnalyzedText;
}

/** What a match is worth by where it stands: a title names the picture, a description also mentions what is around it. */
const FIELD_WEIGHTS = { title: 1, tag: 0.75, description: 0.5 } as const;

/** Parts of a score, 1 in all. A query of one word has no order, so its coverage takes that part too. */
const COVERAGE_PART = 0.55;
const ORDER_PART = 0.2;
const FOCUS_PART = 0.25;

/** What the found words are worth when the others are missing altogether: "red apple" wants both. */
const COVERAGE_FLOOR = 0.6;
/** Match from which a word of the query counts as found. */
const FOUND_MATCH_MIN = 0.3;

/** Candidates added to a word's count before its rarity is computed, so that a pool of three says next to nothing. */
const RARITY_SMOOTHING = 4;

/** What a candidate has of the query, its fields put together. */
interface Evidence {
  words: number[];
  pairs: number[];
  focus: number;
}

/**
 * How well each candidate's texts answer the query, 0–1, in the order given. A score depends on the pool only
 * through the rarity of the query's words in it, never on the candidates' order.
 */
export function scoreCandidates(query: AnalyzedText, candidates: readonly AnalyzedCandidate[]): number[] {
  const matcher = createQueryMatcher(query);
  if (matcher.length === 0) return candidates.map(() => 0);
  const evidence = candidates.map((candidate) => gather(candidate, matcher));
  const weights = query.words.map((_, at) => rarityWeight(evidence.map(({ words }) => words[at] ?? 0)));
  return evidence.map((found) => scoreOf(found, weights));
}

function gather({ title, tags, description }: AnalyzedCandidate, matcher: QueryMatcher): Evidence {
  const inTitle = matcher.match(title);
  const fields = [
    { weight: FIELD_WEIGHTS.title, found: inTitle },
    ...tags.map((tag) => ({ weight: FIELD_WEIGHTS.tag, found: matcher.match(tag) })),
    { weight: FIELD_WEIGHTS.description, found: matcher.match(description) },
  ];
  const best = (count: number, valueOf: (found: TextMatch, at: number) => number): number[] =>
    Array.from({ length: count }, (_, at) =>
      Math.max(...fields.map(({ weight, found }) => weight * valueOf(found, at))),
    );
  return {
    words: best(inTitle.words.length, (found, at) => found.words[at] ?? 0),
    pairs: best(inTitle.pairs.length, (found, at) => found.pairs[at] ?? 0),
    focus: inTitle.focus,
  };
}

/** 1 for a word that the whole pool has, up to 2 for one that hardly any candidate has: the rare word decides. */
function rarityWeight(matches: readonly number[]): number {
  const having = matches.reduce((sum, match) => sum + match, 0);
  const pool = matches.length + RARITY_SMOOTHING;
  return 1 + Math.log(pool / (having + RARITY_SMOOTHING)) / Math.log(pool / RARITY_SMOOTHING + 1);
}

function scoreOf({ words, pairs, focus }: Evidence, weights: readonly number[]): number {
  const order = pairs.length === 0 ? undefined : mean(pairs);
  const coveragePart = order === undefined ? COVERAGE_PART + ORDER_PART : COVERAGE_PART;
  const score = coveragePart * coverageOf(words, weights) + ORDER_PART * (order ?? 0) + FOCUS_PART * focus;
  return Math.min(1, Math.max(0, score));
}

function coverageOf(words: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let matched = 0;
  let found = 0;
  words.forEach((match, at) => {
    const weight = (weights[at] ?? 0) / total;
    matched += weight * match;
    if (match >= FOUND_MATCH_MIN) found += weight;
  });
  return matched * (COVERAGE_FLOOR + (1 - COVERAGE_FLOOR) * found);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
