import { isStopWord } from '@imagesearch/text-analysis/english-words';
import { WORD, wordsOf } from '../terms.js';

/** A word of a query that may be looked up; stop words are left out. */
export interface QueryWord {
  /** Normalised as the index does it. */
  text: string;
  /** In the query, in UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
  /** Nothing but white space or a hyphen stands between it and the word before, which is no stop word. */
  follows: boolean;
  /** Within double quotes: meant as it is. */
  quoted: boolean;
}

export function queryWordsOf(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  let lastEnd = -1;
  let quotes = 0;
  let read = 0;
  for (const { 0: written, index: start } of query.matchAll(WORD)) {
    quotes += query.slice(read, start).match(QUOTE)?.length ?? 0;
    read = start;
    const [text, ...more] = wordsOf(written);
    // Scripts without spaces: each of their words is found by itself.
    if (text === undefined || more.length > 0 || isStopWord(text)) continue;
    const end = start + written.length;
    const follows = lastEnd >= 0 && BETWEEN.test(query.slice(lastEnd, start));
    words.push({ text, start, end, follows, quoted: quotes % 2 === 1 });
    lastEnd = end;
  }
  return words;
}

const QUOTE = /["“”„]/g;
const BETWEEN = /^(?:\s+|-)$/;
