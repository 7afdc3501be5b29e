import type { WordVectors } from '@imagesearch/models/word-vectors';
import { analyzeText, type Word } from './analyzed-text.js';
import type { Query } from './query.js';

/** A word that is asked for. */
export interface QueryWord extends Word {
  /** Lemmas of what answers it too. */
  kinds: ReadonlySet<string>;
}

export type AnalyzedQuery = readonly QueryWord[];

export function analyzeQuery({ words, kinds }: Query, vectors: WordVectors): AnalyzedQuery {
  const byWord = new Map(kinds.map((ofWord) => [ofWord.word, new Set(ofWord.kinds)]));
  return analyzeText(words, vectors).map((word) => ({ ...word, kinds: byWord.get(word.text) ?? NONE }));
}

const NONE: ReadonlySet<string> = new Set();
