import { analyze } from '@imagesearch/text-analysis/text-analysis';
import type { WordVectors } from '@imagesearch/models/word-vectors';

export interface Word {
  /** In lower case, without accents. */
  text: string;
  lemma: string;
  /** Of length 1; undefined for a word that the vectors do not know. */
  vector: Float32Array | undefined;
}

export type AnalyzedText = readonly Word[];

/** UTF-16 units of a text that are read; a description says at its start what an image shows. */
const TEXT_LENGTH_READ = 2_000;

export function analyzeText(text: string, vectors: WordVectors): AnalyzedText {
  return analyze(text.slice(0, TEXT_LENGTH_READ)).map(({ text: written, lemma }) => ({
    text: written,
    lemma,
    // The written form comes first, because it may have its own meaning: glasses are not several of a glass.
    vector: vectors.vectorOf(written) ?? vectors.vectorOf(lemma),
  }));
}
