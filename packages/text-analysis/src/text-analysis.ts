import {
  INVISIBLE,
  STOP_WORDS,
  isEmoji,
  plainEmoji,
  plainLetters,
  wordPattern,
  writtenWords,
} from './words.js';
import { lemmaOf } from './wordnet/lemma.js';

/** One word of a text. */
interface Term {
  /** The word as written, in plain letters and lower case, without a possessive `'s` and the stops of "U.S.A.". */
  text: string;
  /** Its dictionary form ("children" → "child"); `text` itself for a word that WordNet does not know. */
  lemma: string;
}

const LETTERS = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}${INVISIBLE}]*`;
const WORD = wordPattern(`${LETTERS}(?:['’]${LETTERS})*`);
const POSSESSIVE = /['’]s?$/u;
const ALREADY_NORMAL = /^[a-z\d]+$/;

/**
 * Splits a text into terms, in order, without stop words. Emoji are terms; texts without spaces are segmented. A text that has only stop words keeps them, so that a query
 * with a word always has a term. The same text gives the same terms on every machine.
 *
 * The first call reads WordNet's index (about 0.2 s); later ones take microseconds.
 */
export function analyze(text: string): Term[] {
  const all: Term[] = [];
  const meaningful: Term[] = [];
  for (const { text: written } of writtenWords(text, WORD)) {
    const word = isEmoji(written) ? plainEmoji(written) : normalizeWord(written);
    if (word === '') continue;
    const isStopWord = STOP_WORDS.has(word);
    const term = { text: word, lemma: isStopWord ? word : lemmaOf(word) };
    all.push(term);
    if (!isStopWord) meaningful.push(term);
  }
  return meaningful.length > 0 ? meaningful : all;
}

/** A single word, normalised as `Term.text` is. */
export function normalizeWord(word: string): string {
  // Most words are, and the steps below take ten times as long as this.
  if (ALREADY_NORMAL.test(word)) return word;
  return plainLetters(word).replace(POSSESSIVE, '').replaceAll(/['’.]/gu, '');
}
