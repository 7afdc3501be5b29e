import { lemmaOf } from './morphy.js';
import { getNounSynsets } from './noun-synsets.js';

/** A meaning is usual from this share of the word's occurrences in WordNet's tagged texts. */
const USUAL_SHARE_MIN = 0.25;
/** Added to each count, because most words occur seldom in the tagged texts. */
const COUNT_SMOOTHING = 1;
/** "thing" has tens of thousands of kinds. */
const SYNSETS_MAX = 2_000;
/** Shorter words are mostly abbreviations. */
const LETTERS_MIN = 3;

/**
 * Single words for kinds of a thing, and other words for the thing itself, the nearest first: "footwear" → "boot", "shoe",
 * "sandal". Both the word and its kind have their usual meanings: a pig is no policeman. Empty for a word that WordNet does
 * not know as a noun. The first call reads WordNet; later ones take some milliseconds at most.
 * @param isWanted Leaves out the other kinds.
 */
export function kindsOf(word: string, isWanted: (kind: string) => boolean): string[] {
  const synsets = getNounSynsets();
  const lemma = lemmaOf(word);
  const meanings = new Set(usualMeanings(lemma));
  const kinds = new Set<string>();
  // A set is walked in the order in which it grows.
  for (const offset of meanings) {
    const { words, hyponyms } = synsets.at(offset);
    for (const kind of words) if (SINGLE_WORD.test(kind)) kinds.add(kind);
    if (meanings.size < SYNSETS_MAX) for (const hyponym of hyponyms) meanings.add(hyponym);
  }
  return [...kinds].filter(
    (kind) =>
      kind !== lemma &&
      kind.length >= LETTERS_MIN &&
      isWanted(kind) &&
      usualMeanings(kind).some((meaning) => meanings.has(meaning)),
  );
}

const SINGLE_WORD = /^[a-z]+$/;

function usualMeanings(lemma: string): number[] {
  const meanings = getNounSynsets().meaningsOf(lemma);
  const occurrences = (count: number): number => count + COUNT_SMOOTHING;
  const total = meanings.reduce((sum, { count }) => sum + occurrences(count), 0);
  return meanings
    .filter(({ count }) => occurrences(count) >= USUAL_SHARE_MIN * total)
    .map(({ offset }) => offset);
}
