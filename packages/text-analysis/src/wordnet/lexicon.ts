import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dictionaryDir } from './dictionary-dir.js';

/** Parts of speech, in the order of WordNet's sense keys (which count from 1). */
export const NOUN = 0;
export const VERB = 1;
export const ADJECTIVE = 2;
export const ADVERB = 3;
/** A satellite adjective, counted among the adjectives. */
const SATELLITE = 4;

export type PartOfSpeech = typeof NOUN | typeof VERB | typeof ADJECTIVE | typeof ADVERB;

/** The single words of WordNet, and how often each occurs in its tagged texts. */
export interface Lexicon {
  has(word: string, pos: PartOfSpeech): boolean;
  /** True when the word is known as any part of speech. */
  knows(word: string): boolean;
  /** Occurrences of the word as this part of speech; 0 when unknown. */
  count(word: string, pos: PartOfSpeech): number;
}

let lexicon: Lexicon | undefined;

/** The lexicon, read on first use and shared by all callers. */
export function getLexicon(): Lexicon {
  lexicon ??= parseLexicon(readFileSync(join(dictionaryDir(), 'index.sense'), 'latin1'));
  return lexicon;
}

/** Reads lines of the form `dog%1:05:00:: 02086723 1 42`: lemma, part of speech, …, tag count. */
export function parseLexicon(senseIndex: string): Lexicon {
  // Four numbers per word, one for each part of speech: 0 when unknown, else 1 + the count.
  const seen = new Map<string, Uint16Array>();
  for (let start = 0; start < senseIndex.length;) {
    const newline = senseIndex.indexOf('\n', start);
    const end = newline === -1 ? senseIndex.length : newline;
    const percent = senseIndex.indexOf('%', start);
    if (percent === -1 || percent > end) break;
    const word = senseIndex.slice(start, percent);
    if (!word.includes('_')) {
      const code = senseIndex.charCodeAt(percent + 1) - 49;
      const pos = code === SATELLITE ? ADJECTIVE : code;
      const count = Number(senseIndex.slice(senseIndex.lastIndexOf(' ', end - 1) + 1, end));
      const counts = seen.get(word) ?? new Uint16Array(4);
      counts[pos] = Math.max(1, counts[pos] ?? 0) + count;
      seen.set(word, counts);
    }
    start = end + 1;
  }
  return {
    has: (word, pos) => (seen.get(word)?.[pos] ?? 0) > 0,
    knows: (word) => seen.has(word),
    count: (word, pos) => Math.max(0, (seen.get(word)?.[pos] ?? 0) - 1),
  };
}
