import { STOP_WORDS } from './stop-words.js';
import { lemmaOf } from './wordnet/morphy.js';

/** One word of a text. */
export interface Term {
  /** The word as written, normalised: NFKC, lower case, accents and a possessive `'s` removed. */
  text: string;
  /** Its dictionary form ("children" → "child"); `text` itself for a word that WordNet does not know. */
  lemma: string;
  /** Position of the word in the given text, in UTF-16 units, `end` exclusive. */
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const ACCENTS = /[\u0300-\u036f]/g;
const POSSESSIVE = /['’]s?$/u;

/**
 * Splits a text into terms, in order, without stop words. A text that has only stop words keeps them, so that a query
 * with a word always has a term. The same text gives the same terms on every machine.
 *
 * The first call reads WordNet's index (about 0.2 s); later ones take microseconds.
 */
export function analyze(text: string): Term[] {
  const all: Term[] = [];
  const meaningful: Term[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = normalizeWord(match[0]);
    if (word === '') continue;
    const isStopWord = STOP_WORDS.has(word);
    const lemma = isStopWord ? word : lemmaOf(word);
    const term = { text: word, lemma, start: match.index, end: match.index + match[0].length };
    all.push(term);
    if (!isStopWord) meaningful.push(term);
  }
  return meaningful.length > 0 ? meaningful : all;
}

/** A single word, normalised as `Term.text` is. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(POSSESSIVE, '')
    .replaceAll(/['’]/gu, '');
}
