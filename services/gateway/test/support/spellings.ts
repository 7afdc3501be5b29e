import type { Spelling } from '../../src/search/spell.js';

/** The answer for words that need no help. */
export const asWritten = (words: string): Spelling => ({
  words,
  corrections: [],
  translations: [],
  unmatched: [],
  did_you_mean: null,
});
