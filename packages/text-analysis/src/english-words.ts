import { hunspellWords } from './hunspell-words.js';
import { MODERN_WORDS } from './modern-words.js';
import { STOP_WORDS } from './stop-words.js';
import { ADJECTIVE, getLexicon, NOUN } from './wordnet/lexicon.js';
import { lemmaOf } from './wordnet/morphy.js';

/** Reads WordNet and the English dictionary, which takes about half a second. Otherwise the first word that needs one waits for it. */
export function readEnglishWords(): void {
  getLexicon();
  hunspellWords();
}

/**
 * Whether a normalised word is spelled right as far as WordNet and the English dictionary know: names and brands that the
 * dictionary lists count too.
 */
export function isSpelledRight(word: string): boolean {
  return (
    isStopWord(word) ||
    MODERN_WORDS.has(word) ||
    getLexicon().knows(word) ||
    hunspellWords().has(word) ||
    isKnownPlural(word)
  );
}

/** Whether WordNet knows the word or its dictionary form, so that vectors made from WordNet know what it means. */
export function hasMeaning(word: string): boolean {
  const lexicon = getLexicon();
  return lexicon.knows(word) || lexicon.knows(lemmaOf(word));
}

/** Whether a word describes more often than it names: "green", "hot", but not "light" or "tooth". */
export function isDescribing(word: string): boolean {
  const lexicon = getLexicon();
  const describing = lexicon.count(word, ADJECTIVE);
  return lexicon.has(word, ADJECTIVE) && describing > lexicon.count(word, NOUN);
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The dictionary form of a plural in -s; other endings would take "runing" for a form of "run". */
function isKnownPlural(word: string): boolean {
  return word.endsWith('s') && lemmaOf(word) !== word && getLexicon().has(lemmaOf(word), NOUN);
}
