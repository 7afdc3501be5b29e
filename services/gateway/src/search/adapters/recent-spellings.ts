import { LRUCache } from 'lru-cache';
import type { Spelling, SpellingChecker, Wording } from '../ports.js';

const KEPT = { max: 1_000, ttl: 30_000 };

/**
 * Keeps the answers for texts that need no help: pages of one ranking and the texts that many ask need no second check. New
 * images change no such answer. After the last image of a word was deleted, the word may count as known for 30 seconds more.
 */
export function withRecentSpellings(checker: SpellingChecker): SpellingChecker {
  const recent = new LRUCache<string, Spelling>(KEPT);
  return {
    async check(words, wording, call) {
      const asked = keyOf(words, wording);
      const known = recent.get(asked);
      if (known) return known;
      const spelling = await checker.check(words, wording, call);
      if (needsNoHelp(spelling, words)) recent.set(asked, spelling);
      return spelling;
    },
  };
}

function keyOf(words: string, { exact, languages: { stated, read } }: Wording): string {
  return JSON.stringify([words, exact, stated, read]);
}

function needsNoHelp(spelling: Spelling, words: string): boolean {
  const { corrections, translations, unmatched, kinds, meanings, didYouMean } = spelling;
  const isAsWritten = spelling.words === words && didYouMean === null;
  return (
    isAsWritten && [corrections, translations, unmatched, kinds, meanings].every(({ length }) => length === 0)
  );
}
