import { hasMeaning } from '@imagesearch/text-analysis/english-words';
import { queryWordsOf } from './query-words.js';
import type { Vocabulary } from './vocabulary.js';

/** A word of a query, and words for kinds of what it names. */
export interface WordKinds {
  word: string;
  kinds: string[];
}

/** A query has few words that no image has; the others are left alone. */
const WORDS_MAX = 4;

/** Words of a query that an index may lack although they mean something. */
export function lackedWords(query: string, vocabulary: Vocabulary): string[] {
  const words = queryWordsOf(query).filter(({ quoted }) => !quoted);
  const lacked = words.map(({ text }) => text).filter((text) => !vocabulary.holds(text) && hasMeaning(text));
  return [...new Set(lacked)].slice(0, WORDS_MAX);
}

/** Kinds that a collection holds, of words that it does not hold; words without such kinds are left out. */
export function kindsOfLacked(words: readonly string[], vocabulary: Vocabulary): WordKinds[] {
  return words.flatMap((word) => {
    const kinds = vocabulary.kindsOf(word);
    return kinds.length === 0 ? [] : [{ word, kinds }];
  });
}
