import type { CandidateTexts } from '@imagesearch/contracts/candidate-texts';
import { isStopWord } from '@imagesearch/text-analysis/english-words';
import {
  INVISIBLE,
  isEmoji,
  plainEmoji,
  plainLetters,
  wordPattern,
  writtenWords,
  type WrittenWord,
} from '@imagesearch/text-analysis/words';
import { stemmer } from 'stemmer';

/** Plain letters in lower case, stemmed, without stop words. A change of this needs a new `SCHEMA_VERSION`. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map((word) => (ENGLISH_WORD.test(word) ? stemmer(word) : word));
}

/** The same words before stemming. */
export function wordsOf(text: string): string[] {
  return wordsIn(plainLetters(text).replace(POSSESSIVE, '')).filter(
    (word) => word.length <= WORD_LENGTH_MAX && !STOP_WORDS.has(word),
  );
}

/** Each term is repeated by the weight of its field, as BM25F weights term frequencies before saturation. */
export function weightedTerms({ title, tags, description }: CandidateTexts): string[] {
  const short = [...termsOf(title), ...tags.flatMap(termsOf)];
  return [...Array.from({ length: SHORT_FIELD_WEIGHT }, () => short).flat(), ...termsOf(description)].slice(
    0,
    TERMS_MAX,
  );
}

/** The words of an image as written, in their order, each as often as it occurs. */
export function describingWords({ title, tags, description }: CandidateTexts): string[] {
  return [...wordsOf(title), ...tags.flatMap(wordsOf), ...wordsOf(description)].slice(0, TERMS_MAX);
}

/** Titles and tags name the image; a description also names its surroundings. */
const SHORT_FIELD_WEIGHT = 2;
/** Later terms of a long text add little. */
const TERMS_MAX = 4_000;
const WORD_LENGTH_MAX = 64;
const ENGLISH_WORD = /^[a-z]+$/;
const POSSESSIVE = /['’]s\b/g;
export const WORD = wordPattern(String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}${INVISIBLE}]*`);

/** Lucene's English list without its negations, because they carry meaning in captions ("no people"). */
const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

function wordsIn(text: string): string[] {
  return Array.from(writtenWords(text, WORD), (word) =>
    isEmoji(word.text) ? plainEmoji(word.text) : word.text.replaceAll('.', ''),
  );
}

/** A word of a query that may be looked up; stop words are left out. */
export interface QueryWord {
  /** Normalised as the index does it. */
  text: string;
  /** As the query has it. */
  written: string;
  /** In the query, in UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
  /** Nothing but white space or a hyphen stands between it and the word before, which is no stop word. */
  follows: boolean;
  /** Within double quotes: meant as it is. */
  quoted: boolean;
}

export function queryWordsOf(query: string): QueryWord[] {
  let lastEnd = -1;
  return Array.from(placed(query, writtenWords(query, WORD))).flatMap(({ written, start, end, quoted }) => {
    const [text] = wordsOf(written);
    if (text === undefined || isStopWord(text)) return [];
    const follows = lastEnd >= 0 && SPACE_OR_HYPHEN.test(query.slice(lastEnd, start));
    lastEnd = end;
    return { text, written, start, end, follows, quoted };
  });
}

const SPACE_OR_HYPHEN = /^(?:\s+|-)$/;

/** A written word in its query. */
interface PlacedWord extends Pick<QueryWord, 'written' | 'start' | 'end' | 'quoted'> {
  /** What stands between it and the word before. */
  between: string;
}

export function* placed(query: string, words: Iterable<WrittenWord>): Iterable<PlacedWord> {
  let quotes = 0;
  let read = 0;
  for (const { text: written, start } of words) {
    const between = query.slice(read, start);
    quotes += between.match(QUOTE)?.length ?? 0;
    read = start + written.length;
    yield { written, start, end: read, between, quoted: quotes % 2 === 1 };
  }
}

const QUOTE = /["“”„]/g;

/** What takes the place of a part of a query. */
export interface Edit extends Pick<QueryWord, 'start' | 'end'> {
  to: string;
}

/** @param edits In their order in the query. */
export function replaced(query: string, edits: readonly Edit[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, to } of edits) {
    text += query.slice(from, start) + to;
    from = end;
  }
  return text + query.slice(from);
}
