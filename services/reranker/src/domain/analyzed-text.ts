import { analyze } from '@imagesearch/models/text-analysis';
import type { WordVectors } from '@imagesearch/models/word-vectors';

/** A word, or a compound such as "hot dog", in the form in which it is compared. */
export interface Unit {
  /** Dictionary form; a compound's words joined by a space. */
  lemma: string;
  /** Of length 1; undefined for a word that the vectors do not know. */
  vector: Float32Array | undefined;
}

/** A compound that a dictionary knows, by the place of its words in the text. */
export interface Compound extends Unit {
  from: number;
  words: number;
}

/** One text as the scorer reads it: stop words are gone, order is kept. */
export interface AnalyzedText {
  words: Unit[];
  compounds: Compound[];
}

/** UTF-16 units of a text that are read; what a picture shows is said at the start of its description. */
const TEXT_LENGTH_READ = 2_000;
/** Words of a compound: "hot dog", "jack o' lantern" without its stop word. */
const COMPOUND_WORDS_MAX = 3;

export function analyzeText(text: string, vectors: WordVectors): AnalyzedText {
  const words = analyze(text.slice(0, TEXT_LENGTH_READ)).map(({ lemma }) => ({
    lemma,
    vector: vectors.vectorOf(lemma),
  }));
  return { words, compounds: findCompounds(words, vectors) };
}

/** The longest compounds, from left to right, none inside another. */
function findCompounds(words: readonly Unit[], vectors: WordVectors): Compound[] {
  const compounds: Compound[] = [];
  for (let from = 0; from < words.length - 1;) {
    const found = compoundAt(words, from, vectors);
    if (found) compounds.push(found);
    from += found?.words ?? 1;
  }
  return compounds;
}

function compoundAt(words: readonly Unit[], from: number, vectors: WordVectors): Compound | undefined {
  for (let length = Math.min(COMPOUND_WORDS_MAX, words.length - from); length >= 2; length -= 1) {
    const lemma = words
      .slice(from, from + length)
      .map((word) => word.lemma)
      .join(' ');
    const vector = vectors.vectorOf(lemma);
    if (vector) return { lemma, vector, from, words: length };
  }
  return undefined;
}
