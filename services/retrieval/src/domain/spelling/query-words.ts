import { isStopWord } from '@imagesearch/text-analysis/english-words';
import { isUnspaced, segmentsOf } from '@imagesearch/text-analysis/words';
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
  for (const { text: written, start } of writtenWords(query)) {
    quotes += query.slice(read, start).match(QUOTE)?.length ?? 0;
    read = start;
    const [text] = wordsOf(written);
    if (text === undefined || isStopWord(text)) continue;
    const end = start + written.length;
    const follows = lastEnd >= 0 && BETWEEN.test(query.slice(lastEnd, start));
    words.push({ text, start, end, follows, quoted: quotes % 2 === 1 });
    lastEnd = end;
  }
  return words;
}

function* writtenWords(query: string): Iterable<{ text: string; start: number }> {
  for (const { 0: written, index } of query.matchAll(WORD)) {
    if (!isUnspaced(written)) yield { text: written, start: index };
    else for (const { text, start } of segmentsOf(written)) yield { text, start: index + start };
  }
}

const QUOTE = /["“”„]/g;
const BETWEEN = /^(?:\s+|-)$/;
