import { joinTexts, splitTexts } from '@imagesearch/contracts/candidate-texts';
import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import { LRUCache } from 'lru-cache';
import { analyze } from '@imagesearch/text-analysis/text-analysis';
import type { Query, Scorer } from './scorer.js';
import {
  createTextMatcher,
  type MatchText,
  type QueryWord,
  type TextMatch,
  type Word,
} from './match-words.js';

/** Words, their order and their near-synonyms, a few milliseconds a pool. */
export function createLexicalScorer(): Scorer {
  const scoreTexts = createScoreTexts(loadWordVectors());
  // The first analysis reads a dictionary; no caller should wait for that.
  scoreTexts({ words: 'warm', hyponyms: new Map() }, [
    joinTexts({ title: 'warm', tags: [], description: '' }),
  ]);
  return {
    method: 'lexical',
    score: async (query, candidates) => Promise.resolve(scoreTexts(query, candidates)),
    close: () => Promise.resolve(),
  };
}

/** Titles, tags and descriptions. */
const TEXTS_KEPT = 50_000;
/** About 10 MB. */
const CANDIDATES_KEPT = 10_000;
/** Open collections have up to 75. */
const TAGS_READ = 100;

/** Keeps the analysis of each text, because many images share their tags, and of each image, because searches find the same. */
export function createScoreTexts(vectors: WordVectors) {
  const analyzedTexts = new LRUCache<string, readonly Word[]>({
    max: TEXTS_KEPT,
    memoMethod: (text) => analyzeText(text, vectors),
  });
  const analyzeOnce = (text: string): readonly Word[] => analyzedTexts.memo(text);
  const analyzedCandidates = new LRUCache<string, AnalyzedCandidate>({
    max: CANDIDATES_KEPT,
    memoMethod: (texts) => {
      const { title, tags, description } = splitTexts(texts);
      const words = analyzeOnce(title);
      return {
        title: words,
        titleLemmas: [...new Set(words.map(({ lemma }) => lemma))],
        tags: tags.slice(0, TAGS_READ).map(analyzeOnce),
        description: analyzeOnce(description),
      };
    },
  });
  return ({ words, hyponyms }: Query, candidates: readonly string[]): number[] => {
    const asked = analyzeText(words, vectors).map((word) => ({
      ...word,
      hyponyms: new Set(hyponyms.get(word.text)),
    }));
    return scoreCandidates(
      asked,
      candidates.map((texts) => analyzedCandidates.memo(texts)),
    );
  };
}

/** UTF-16 units of a text that are read; a description says at its start what an image shows. */
const TEXT_LENGTH_READ = 2_000;

function analyzeText(text: string, vectors: WordVectors): Word[] {
  return analyze(text.slice(0, TEXT_LENGTH_READ)).map(({ text: written, lemma }) => ({
    text: written,
    lemma,
    // The written form comes first, because it may have its own meaning: glasses are not several of a glass.
    vector: vectors.vectorOf(written) ?? vectors.vectorOf(lemma),
  }));
}

interface AnalyzedCandidate {
  title: readonly Word[];
  /** Each once. */
  titleLemmas: readonly string[];
  tags: (readonly Word[])[];
  description: readonly Word[];
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
function scoreCandidates(query: readonly QueryWord[], candidates: readonly AnalyzedCandidate[]): number[] {
  if (query.length === 0) return candidates.map(() => 0);
  const match = createTextMatcher(query);
  const titleRarity = rarityInTitles(candidates);
  const evidence = candidates.map((candidate) => gather(candidate, query.length, match, titleRarity));
  const weights = query.map((_, at) => {
    // Summed in a fixed order: otherwise rounding would let the order of the pool change a score.
    const matches = new Float64Array(evidence.length);
    evidence.forEach(({ words }, candidate) => (matches[candidate] = words[at] ?? 0));
    return 1 + rarityOf(sumOf(matches.sort()), candidates.length);
  });
  return evidence.map((found) => scoreOf(found, weights));
}

/** How rare a lemma is in the titles of a pool; computed for those that are asked for. */
type TitleRarity = (lemma: string) => number;

function rarityInTitles(candidates: readonly AnalyzedCandidate[]): TitleRarity {
  const having = new Map<string, number>();
  for (const { titleLemmas } of candidates) {
    for (const lemma of titleLemmas) having.set(lemma, (having.get(lemma) ?? 0) + 1);
  }
  return (lemma) => rarityOf(having.get(lemma) ?? 0, candidates.length);
}

function gather(
  { title, tags, description }: AnalyzedCandidate,
  wordCount: number,
  match: MatchText,
  titleRarity: TitleRarity,
): Evidence {
  const inTitle = match(title);
  const found: Evidence = {
    words: new Array<number>(wordCount).fill(0),
    pairs: new Array<number>(wordCount - 1).fill(0),
    focus: inTitle === undefined ? 0 : focusOf(title, inTitle.asked, titleRarity),
  };
  raise(found, inTitle, FIELD_WEIGHTS.title);
  for (const tag of tags) raise(found, match(tag), FIELD_WEIGHTS.tag);
  raise(found, match(description), FIELD_WEIGHTS.description);
  return found;
}

/** To what one field of the image gives, where that is more. */
function raise(found: Evidence, inField: TextMatch | undefined, weight: number): void {
  if (inField === undefined) return;
  raiseEach(found.words, inField.words, weight);
  raiseEach(found.pairs, inField.pairs, weight);
}

function raiseEach(most: number[], own: readonly number[], weight: number): void {
  for (let at = 0; at < own.length; at += 1) {
    const match = weight * (own[at] ?? 0);
    if (match > (most[at] ?? 0)) most[at] = match;
  }
}

/** 1 when the title says exactly what is asked. A rare further word lowers it more than a common one: hot dog, dog. */
function focusOf(title: readonly Word[], asked: readonly number[], titleRarity: TitleRarity): number {
  let [found, beyond] = [0, 0];
  for (const [at, { lemma }] of title.entries()) {
    const match = asked[at] ?? 0;
    found += match;
    beyond += (1 - match) * titleRarity(lemma);
  }
  return found === 0 ? 0 : found / (found + beyond);
}

/** 0 for a word that every candidate has, up to 1 for a word that few candidates have. */
function rarityOf(having: number, candidates: number): number {
  const pool = candidates + RARITY_SMOOTHING;
  return Math.log(pool / (having + RARITY_SMOOTHING)) / Math.log(pool / RARITY_SMOOTHING + 1);
}

function sumOf(values: readonly number[] | Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
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
