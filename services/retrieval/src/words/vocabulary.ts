import { setImmediate as nextTurn } from 'node:timers/promises';
import { wordsForThings } from '@imagesearch/lexicon/lexicon';
import { commonNouns, isSpelledRight } from '@imagesearch/text-analysis/english-words';
import { hyponymsOf, relatedWordsOf } from '@imagesearch/text-analysis/wordnet/meanings';
import { LRUCache } from 'lru-cache';
import { bitsSetInBoth } from '../rank/hashes.js';
import { termsOf } from './terms.js';

/** The words of a collection, or of a sample of it: the frequent ones, and which stand side by side. */
export interface Vocabulary {
  /** Whether the index finds images by this word, in any of its forms. */
  holds: (word: string) => boolean;
  /** How many images have the word in just this form. */
  countOf: (word: string) => number;
  /** The two words side by side that make one without the space: "firetruck" → "fire truck", and how many images have them. */
  pairOf: (joined: string) => Pair | undefined;
  /** Words that a few edits may lead to. */
  near: (word: string) => string[];
  /** Words that images have for kinds of what a word names (WordNet's hyponyms), the nearest first. */
  hyponymsOf: (word: string) => string[];
}

export interface Pair {
  words: string;
  count: number;
}

const WORDS_MAX = 32_768;
/** Pairs are kept for words that somebody may write as one. */
const PAIRS_MAX = 50_000;
const PAIR_LENGTH_MAX = 20;
const LATIN = /^[a-z]+$/;
const LETTERS_MIN = 3;
const LETTERS_MAX = 24;

/** Of an index without words. */
export const EMPTY_VOCABULARY: Vocabulary = {
  holds: () => false,
  countOf: () => 0,
  pairOf: () => undefined,
  near: () => [],
  hyponymsOf: () => [],
};

/**
 * The words that misspelled ones are compared with where no image has a word like them: of things that can be seen, and common
 * ones. All English words would be too many: names lie near rare ones. It takes a fifth of a second, once in a process.
 */
export function readDictionary(): Promise<Vocabulary> {
  return (dictionary ??= buildDictionary());
}

let dictionary: Promise<Vocabulary> | undefined;

function buildDictionary(): Promise<Vocabulary> {
  const builder = new VocabularyBuilder();
  for (const word of [...wordsForThings(), ...commonNouns()]) if (isSpelledRight(word)) builder.add([word]);
  return builder.build();
}

/** Counts the words of images, each given in the order in which its texts have them. */
export class VocabularyBuilder {
  readonly #words = new FrequentTexts(WORDS_MAX);
  readonly #pairs = new FrequentTexts(PAIRS_MAX);

  add(words: readonly string[]): void {
    for (const word of new Set(words)) this.#words.add(word);
    for (const pair of new Set(words.slice(1).flatMap((word, at) => pairOf(words[at] ?? '', word)))) {
      this.#pairs.add(pair);
    }
  }

  async build(): Promise<Vocabulary> {
    const counts = new Map(this.#words.top());
    const terms = new Set<string>();
    let stemmed = 0;
    for (const word of counts.keys()) {
      for (const term of termsOf(word)) terms.add(term);
      stemmed += 1;
      // Searches get a turn.
      if (stemmed % WORDS_PER_TURN === 0) await nextTurn();
    }
    const pairs = new Map<string, Pair>();
    for (const [words, count] of this.#pairs.top().reverse())
      pairs.set(words.replace(' ', ''), { words, count });
    const hasForm = (word: string): boolean => counts.has(word);
    return {
      holds: (word) => hasForm(word) || termsOf(word).some((term) => terms.has(term)),
      countOf: (word) => counts.get(word) ?? 0,
      pairOf: (joined) => pairs.get(joined),
      near: nearWords([...counts.keys()]),
      hyponymsOf: heldHyponyms(hasForm),
    };
  }
}

const WORDS_PER_TURN = 1_000;

/** Of these words. Comparing the letters of all of them takes a tenth of a millisecond. */
function nearWords(all: readonly string[]): Vocabulary['near'] {
  const words = all.filter(
    (word) => LATIN.test(word) && word.length >= LETTERS_MIN && word.length <= LETTERS_MAX,
  );
  const letters = Int32Array.from(words, lettersOf);
  return (word) => {
    const own = lettersOf(word);
    return words.filter((_, at) => bitsSetInBoth(own ^ (letters[at] ?? 0), 0) <= LETTERS_CHANGED_MAX);
  };
}

/** What two edits change of the letters that a word has. */
const LETTERS_CHANGED_MAX = 4;

/** A bit for each letter that a word has. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) - A);
  return letters;
}

const A = 'a'.charCodeAt(0);

function pairOf(first: string, second: string): string[] {
  const isCompound = LATIN.test(first + second) && Math.min(first.length, second.length) >= 2;
  const isPair =
    first !== second &&
    first.length + second.length <= PAIR_LENGTH_MAX &&
    (isCompound || isModel(first, second));
  return isPair ? [`${first} ${second}`] : [];
}

/** Whether two words name a model, which people write with and without a space: "F 16", "RTX 4090", "iPhone 15". */
export function isModel(first: string, second: string): boolean {
  return LATIN.test(first) && MODEL_NUMBER.test(second);
}

const MODEL_NUMBER = /^\d{1,6}[a-z]{0,2}$/;

/** Counts texts in bounded memory: when there are too many, the rarest half is forgotten. Frequent ones keep their counts. */
class FrequentTexts {
  readonly #counts = new Map<string, number>();
  readonly #textsMax: number;

  constructor(textsMax: number) {
    this.#textsMax = textsMax;
  }

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    if (this.#counts.size > 2 * this.#textsMax) this.#forgetRarest();
  }

  /** The most frequent first, equally frequent ones in alphabetical order. */
  top(): [text: string, count: number][] {
    return [...this.#counts]
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .slice(0, this.#textsMax);
  }

  #forgetRarest(): void {
    const kept = this.top();
    this.#counts.clear();
    for (const [text, count] of kept) this.#counts.set(text, count);
  }
}

/** The nearest kinds first: each further word makes the search in the index slower. */
const HYPONYMS_MAX = 16;
/** Words whose kinds are kept: finding those of "vehicle" takes two milliseconds. */
const REMEMBERED_MAX = 1_000;

/** Words that a collection holds for what a word names, what that is a kind of, and kinds of it. When the collection's words change, make a new one. */
function heldHyponyms(isHeld: (word: string) => boolean): (word: string) => string[] {
  const remembered = new LRUCache<string, string[]>({
    max: REMEMBERED_MAX,
    memoMethod: (word) => {
      const related = relatedWordsOf(word).filter(isHeld);
      return [...new Set([...related, ...hyponymsOf(word, isHeld)])].slice(0, HYPONYMS_MAX);
    },
  });
  return (word) => remembered.memo(word);
}
