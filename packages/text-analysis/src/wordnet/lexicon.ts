import { readWordNetFile } from './database.js';

/** Parts of speech, in the order of WordNet's sense keys (which count from 1). */
export const NOUN = 0;
export const VERB = 1;
export const ADJECTIVE = 2;
export const ADVERB = 3;
const PARTS_OF_SPEECH = 4;
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
  words(): Iterable<string>;
  /** Where its lines begin in the file, in bytes; undefined when unknown. */
  lineOf(word: string): number | undefined;
}

let lexicon: Lexicon | undefined;

/** The lexicon, read on first use and shared by all callers. */
export function getLexicon(): Lexicon {
  lexicon ??= parseLexicon(readWordNetFile('index.sense').toString('latin1'));
  return lexicon;
}

/** Reads lines of the form `dog%1:05:00:: 02086723 1 42`: lemma, part of speech, …, tag count. */
function parseLexicon(senseIndex: string): Lexicon {
  // Four numbers per word, one for each part of speech: 0 when unknown, else 1 + the count. One array holds those of all
  // words, because thousands of small ones take several times the memory.
  const firstOf = new Map<string, number>();
  const counts: number[] = [];
  const lines: number[] = [];
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
      let first = firstOf.get(word);
      if (first === undefined) {
        first = counts.length;
        // A part of a text keeps the whole text in memory; a copy does not.
        firstOf.set(Buffer.from(word, 'latin1').toString('latin1'), first);
        counts.push(0, 0, 0, 0);
        lines.push(start);
      }
      counts[first + pos] = Math.max(1, counts[first + pos] ?? 0) + count;
    }
    start = end + 1;
  }
  const packed = Uint16Array.from(counts);
  const packedLines = Uint32Array.from(lines);
  const seen = (word: string, pos: PartOfSpeech): number => packed[(firstOf.get(word) ?? NaN) + pos] ?? 0;
  return {
    has: (word, pos) => seen(word, pos) > 0,
    knows: (word) => firstOf.has(word),
    count: (word, pos) => Math.max(0, seen(word, pos) - 1),
    words: () => firstOf.keys(),
    lineOf: (word) => packedLines[(firstOf.get(word) ?? NaN) / PARTS_OF_SPEECH],
  };
}
