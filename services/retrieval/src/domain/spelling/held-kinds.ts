import { hyponymsOf, usualMeaningOf } from '@imagesearch/text-analysis/wordnet/meanings';
import { LRUCache } from 'lru-cache';

/** The nearest kinds first: each further word makes the search in the index slower. */
const KINDS_MAX = 16;
/** Words whose kinds are kept: finding those of "vehicle" takes two milliseconds. */
const WORDS_MAX = 1_000;

/** Words that a collection holds for what a word names, what that is a kind of, and kinds of it. When the collection's words change, make a new one. */
export function heldKinds(isHeld: (word: string) => boolean): (word: string) => string[] {
  const remembered = new LRUCache<string, string[]>({ max: WORDS_MAX });
  return (word) => {
    const known = remembered.get(word);
    if (known) return known;
    const related = usualMeaningOf(word)?.related.filter(isHeld) ?? [];
    const kinds = [...new Set([...related, ...hyponymsOf(word, isHeld)])].slice(0, KINDS_MAX);
    remembered.set(word, kinds);
    return kinds;
  };
}
