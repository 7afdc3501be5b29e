import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import { LRUCache } from 'lru-cache';
import { analyzeText, type AnalyzedText } from '../domain/analyzed-text.js';
import { analyzeQuery } from '../domain/analyzed-query.js';
import type { CandidateTexts } from '../domain/candidate-text.js';
import { scoreCandidates, type AnalyzedCandidate } from '../domain/score-candidates.js';
import type { Query } from '../domain/query.js';
import type { Scorer } from '../domain/scorer.js';

/** Words, their order and their near-synonyms, a few milliseconds a pool. */
export function createLexicalScorer(cachedTextsMax: number): Scorer {
  const scoreTexts = createScoreTexts(loadWordVectors(), cachedTextsMax);
  // The first analysis reads a dictionary; no caller should wait for that.
  scoreTexts({ words: 'warm', kinds: [] }, [{ title: 'warm', tags: [], description: '' }]);
  return {
    method: 'lexical',
    score: (query, candidates) => Promise.resolve(scoreTexts(query, candidates)),
    close: () => Promise.resolve(),
  };
}

export type ScoreTexts = (query: Query, candidates: readonly CandidateTexts[]) => number[];

/** Open collections have up to 75. */
const TAGS_READ = 100;

/** Keeps the analysis of each text, because many images share their tags, and of each image for as long as its texts are kept. */
export function createScoreTexts(vectors: WordVectors, cachedTextsMax: number): ScoreTexts {
  const analyzedTexts = new LRUCache<string, AnalyzedText>({ max: cachedTextsMax });
  const analyze = (text: string): AnalyzedText => {
    const known = analyzedTexts.get(text);
    if (known) return known;
    const fresh = analyzeText(text, vectors);
    analyzedTexts.set(text, fresh);
    return fresh;
  };
  const analyzedCandidates = new WeakMap<CandidateTexts, AnalyzedCandidate>();
  const analyzeCandidate = (texts: CandidateTexts): AnalyzedCandidate => {
    const known = analyzedCandidates.get(texts);
    if (known) return known;
    const title = analyze(texts.title);
    const fresh = {
      title,
      titleLemmas: [...new Set(title.map(({ lemma }) => lemma))],
      tags: texts.tags.slice(0, TAGS_READ).map(analyze),
      description: analyze(texts.description),
    };
    analyzedCandidates.set(texts, fresh);
    return fresh;
  };
  return (query, candidates) =>
    scoreCandidates(analyzeQuery(query, vectors), candidates.map(analyzeCandidate));
}
