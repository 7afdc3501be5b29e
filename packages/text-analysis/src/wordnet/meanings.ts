import { lineAt, nextLine, synsetAt, wordNetFile, type Place } from './database.js';
import { lemmaOf } from './lemma.js';
import { getLexicon } from './lexicon.js';

/** A meaning is usual from this share of the word's occurrences in WordNet's tagged texts. */
const USUAL_SHARE_MIN = 0.25;
/** Added to each count, because most words occur seldom in the tagged texts. */
const COUNT_SMOOTHING = 1;
/** "thing" has tens of thousands of hyponyms. */
const SYNSETS_MAX = 2_000;
/** Shorter words are mostly abbreviations. */
const LETTERS_MIN = 3;
const SINGLE_WORD = /^[a-z]+$/;

/** Symbols of pointers: to what a thing is a kind of, and back, but not of an instance (Paris is no kind of city), and to a like adjective. */
const HYPERNYM = '@';
const HYPONYM = '~';
const LIKE = '&';

/**
 * Single words for kinds of a thing, and other words for the thing itself, the nearest first: "footwear" → "boot", "shoe",
 * "sandal". Both the word and its hyponym have their usual meanings: a pig is no policeman. Empty for a word that WordNet does
 * not know as a noun. The first call reads WordNet; later ones take some milliseconds at most.
 * @param isWanted Leaves out the other hyponyms.
 */
export function hyponymsOf(word: string, isWanted: (hyponym: string) => boolean): string[] {
  const lemma = lemmaOf(word);
  const meanings = new Set(usualNounMeanings(lemma));
  const found = new Set<string>();
  // A set is walked in the order in which it grows.
  for (const offset of meanings) {
    const { words, pointers } = synsetAt({ partOfSpeech: 'noun', offset });
    for (const name of words) if (SINGLE_WORD.test(name)) found.add(name);
    if (meanings.size >= SYNSETS_MAX) continue;
    for (const { symbol, to } of pointers) if (symbol === HYPONYM) meanings.add(to.offset);
  }
  return [...found].filter(
    (name) =>
      name !== lemma &&
      name.length >= LETTERS_MIN &&
      isWanted(name) &&
      usualNounMeanings(name).some((meaning) => meanings.has(meaning)),
  );
}

/** Offsets of synsets, the most frequent first. */
function usualNounMeanings(lemma: string): number[] {
  const nouns = sensesOf(lemma)
    .filter(({ partOfSpeech }) => partOfSpeech === 'noun')
    .sort((one, other) => one.number - other.number);
  const occurrences = ({ count }: Sense): number => count + COUNT_SMOOTHING;
  const total = nouns.reduce((sum, sense) => sum + occurrences(sense), 0);
  return nouns.filter((sense) => occurrences(sense) >= USUAL_SHARE_MIN * total).map(({ offset }) => offset);
}

/**
 * Single words with the meaning in which a word is used most, or a like one: "irate" → "ireful", "angry". Empty for a word that
 * WordNet does not know. The first call reads WordNet (30 MB); later ones take microseconds.
 */
export function relatedWordsOf(word: string): string[] {
  const lemma = lemmaOf(word);
  const [usual] = sensesOf(lemma).sort((one, other) => other.count - one.count || one.number - other.number);
  if (usual === undefined) return [];
  const { words, pointers } = synsetAt(usual);
  const like = pointers.flatMap(({ symbol, to }) => (symbol === LIKE ? synsetAt(to).words : []));
  const names = [...words, ...like].filter((name) => SINGLE_WORD.test(name) && name.length >= LETTERS_MIN);
  return [...new Set(names)].filter((name) => name !== lemma);
}

/** Whether a usual meaning of a word is a kind of things: "butterfly" is one, "Sweden" is not. */
export function namesKind(word: string): boolean {
  return usualNounMeanings(lemmaOf(word)).some((offset) =>
    synsetAt({ partOfSpeech: 'noun', offset }).pointers.some(({ symbol }) => symbol === HYPERNYM),
  );
}

/** One meaning of a word. */
interface Sense extends Place {
  /** Of the word's meanings, from 1, the most frequent first. */
  number: number;
  /** Occurrences of the word with this meaning in WordNet's tagged texts. */
  count: number;
}

/** The parts of speech by their number in a sense key; the last one is a satellite adjective. */
const PARTS_OF_SPEECH = [undefined, 'noun', 'verb', 'adj', 'adv', 'adj'] as const;

/** The meanings of a lemma; none for an unknown one. The layout of a line is in senseidx(5WN). */
function sensesOf(lemma: string): Sense[] {
  const file = wordNetFile('index.sense');
  const senses: Sense[] = [];
  for (let at = getLexicon().lineOf(lemma) ?? file.length; at < file.length; at = nextLine(file, at)) {
    const [key = '', offset, number, count] = lineAt(file, at).split(' ');
    if (!key.startsWith(`${lemma}%`)) break;
    const partOfSpeech = PARTS_OF_SPEECH[Number(key[lemma.length + 1])];
    if (partOfSpeech !== undefined)
      senses.push({ partOfSpeech, offset: Number(offset), number: Number(number), count: Number(count) });
  }
  return senses;
}
