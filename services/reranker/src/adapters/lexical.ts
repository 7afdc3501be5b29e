import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import { LRUCache } from 'lru-cache';
import { analyzeText, type AnalyzedText } from '../domain/analyzed-text.js';
import type { CandidateTexts } from '../domain/candidate-text.js';
import { scoreCandidates } from '../app/score-candidates.js';
import type { Scorer } from '../domain/scorer.js';

export type RerankTexts = (query: string, candidates: readonly CandidateTexts[]) => number[];

/** Tags of a candidate that are read; open collections have up to 75. */
const TAGS_READ = 100;

/** Scores candidates; texts seen before are not analysed again, and tags are shared by many images. */
export function createRerankTexts(vectors: () => WordVectors, cachedTextsMax: number): RerankTexts {
  const analyzed = new LRUCache<string, AnalyzedText>({ max: cachedTextsMax });
  const analyze = (text: string): AnalyzedText => {
    const known = analyzed.get(text);
    if (known) return known;
    const fresh = analyzeText(text, vectors());
    analyzed.set(text, fresh);
    return fresh;
  };
  return (query, candidates) =>
    scoreCandidates(
      analyzeText(query, vectors()),
      candidates.map(({ title, tags, description }) => ({
        title: analyze(title),
        tags: tags.slice(0, TAGS_READ).map(analyze),
        description: analyze(description),
      })),
    );
}

/** The judge of `lite`: words, their places and their near-synonyms, a few milliseconds a pool. */
export async function openLexicalScorer(wordVectors: string, cachedTextsMax: number): Promise<Scorer> {
  const vectors = await loadWordVectors(wordVectors);
  const rerankTexts = createRerankTexts(() => vectors, cachedTextsMax);
  // The first analysis reads a dictionary, so no caller should be the one to wait for it.
  rerankTexts('warm', [{ title: 'warm', tags: [], description: '' }]);
  return {
    method: 'lexical',
    scorer: (query, candidates) => Promise.resolve(rerankTexts(query, candidates)),
    close: () => Promise.resolve(),
  };
}
