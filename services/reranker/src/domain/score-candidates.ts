import type { AnalyzedQuery } from './analyzed-query.js';
import type { AnalyzedText } from './analyzed-text.js';
import { createQueryMatcher, type MatchText, type TextMatch } from './query-matcher.js';

export interface AnalyzedCandidate {
  title: AnalyzedText;
  tags: AnalyzedText[];
  description: AnalyzedText;
}

/** Weight of a match by its field: a title names the image, a description also says what is around it. */
const FIELD_WEIGHTS = { title: 1, tag: 0.75, description: 0.5 } as const;

/** Parts of a score; their sum is 1. A query of one word has no order, so its coverage gets that part too. */
const COVERAGE_PART = 0.55;
const ORDER_PART = 0.2;
const FOCUS_PART = 0.25;

/** Share of the coverage that remains when other words are missing: "red apple" asks for both. */
const COVERAGE_FLOOR = 0.6;
/** Match from which a word of the query counts as found: a fair synonym in a description. */
const FOUND_MATCH_MIN = 0.2;

/** Candidates that are added to a pool before a word's rarity is computed: a small pool says little about rarity. */
const RARITY_SMOOTHING = 4;

interface Evidence extends Pick<TextMatch, 'words' | 'pairs'> {
  /** Share of the title that the query asks for. */
  focus: number;
}

/** How well each candidate answers the query, 0–1, in the order given. The order of the candidates changes no score. */
export function scoreCandidates(query: AnalyzedQuery, candidates: readonly AnalyzedCandidate[]): number[] {
  if (query.length === 0) return candidates.map(() => 0);
  const match = createQueryMatcher(query);
  const titleRarities = raritiesInTitles(candidates);
  const evidence = candidates.map((candidate) => gather(candidate, match, titleRarities));
  const weights = query.map((_, at) => {
    // Summed in a fixed order: otherwise rounding would let the order of the pool change a score.
    const matches = evidence.map(({ words }) => words[at] ?? 0).sort((first, second) => first - second);
    return 1 + rarityOf(sumOf(matches), candidates.length);
  });
  return evidence.map((found) => scoreOf(found, weights));
}

type TitleRarities = ReadonlyMap<string, number>;

function raritiesInTitles(candidates: readonly AnalyzedCandidate[]): TitleRarities {
  const having = new Map<string, number>();
  for (const { title } of candidates) {
    for (const lemma of new Set(title.map((word) => word.lemma))) {
      having.set(lemma, (having.get(lemma) ?? 0) + 1);
    }
  }
  return new Map(
    Array.from(having, ([lemma, titles]) => [lemma, rarityOf(titles, candidates.length)] as const),
  );
}

function gather(
  { title, tags, description }: AnalyzedCandidate,
  match: MatchText,
  titleRarities: TitleRarities,
): Evidence {
  const inTitle = match(title);
  const inTags = tags.map(match);
  const inDescription = match(description);
  const best = (part: 'words' | 'pairs'): number[] =>
    inTitle[part].map((found, at) => {
      let most = FIELD_WEIGHTS.title * found;
      for (const tag of inTags) most = Math.max(most, FIELD_WEIGHTS.tag * (tag[part][at] ?? 0));
      return Math.max(most, FIELD_WEIGHTS.description * (inDescription[part][at] ?? 0));
    });
  return {
    words: best('words'),
    pairs: best('pairs'),
    focus: focusOf(title, inTitle.asked, titleRarities),
  };
}

/** 1 when the title says exactly what is asked. A rare further word lowers it more than a common one: hot dog, dog. */
function focusOf(title: AnalyzedText, asked: readonly number[], titleRarities: TitleRarities): number {
  const found = sumOf(asked);
  const beyond = title.map(({ lemma }, at) => (1 - (asked[at] ?? 0)) * (titleRarities.get(lemma) ?? 1));
  return found === 0 ? 0 : found / (found + sumOf(beyond));
}

/** 0 for a word that every candidate has, up to 1 for a word that few candidates have. */
function rarityOf(having: number, candidates: number): number {
  const pool = candidates + RARITY_SMOOTHING;
  return Math.log(pool / (having + RARITY_SMOOTHING)) / Math.log(pool / RARITY_SMOOTHING + 1);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function scoreOf({ words, pairs, focus }: Evidence, weights: readonly number[]): number {
  const hasOrder = pairs.length > 0;
  const order = hasOrder ? sumOf(pairs) / pairs.length : 0;
  const coveragePart = hasOrder ? COVERAGE_PART : COVERAGE_PART + ORDER_PART;
  const score = coveragePart * coverageOf(words, weights) + ORDER_PART * order + FOCUS_PART * focus;
  return Math.min(1, Math.max(0, score));
}

function coverageOf(words: readonly number[], weights: readonly number[]): number {
  const total = sumOf(weights);
  let matched = 0;
  let found = 0;
  words.forEach((match, at) => {
    const share = (weights[at] ?? 0) / total;
    matched += share * match;
    if (match >= FOUND_MATCH_MIN) found += share;
  });
  return matched * (COVERAGE_FLOOR + (1 - COVERAGE_FLOOR) * found);
}
