import { stemmer } from 'stemmer';

/**
 * The words of a text as the index knows them: lower case, without accents, stemmed, without stop words.
 * The one rule for both engines and for both sides, points and queries; changing it takes a new `SCHEMA_VERSION`.
 */
export function termsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return wordsIn(folded.replace(POSSESSIVE, ''))
    .filter((word) => word.length <= WORD_LENGTH_MAX && !STOP_WORDS.has(word))
    .map((word) => (ENGLISH_WORD.test(word) ? stemmer(word) : word));
}

/**
 * The terms of an image, repeated as often as their field weighs: BM25F's weighting of term frequencies
 * before saturation, which works in an engine that knows one field only.
 */
export function weightedTerms({ title, tags, description }: DescribedImage): string[] {
  const short = [...termsOf(title), ...tags.flatMap(termsOf)];
  return [...Array.from({ length: SHORT_FIELD_WEIGHT }, () => short).flat(), ...termsOf(description)].slice(
    0,
    TERMS_MAX,
  );
}

export interface DescribedImage {
  title: string;
  tags: readonly string[];
  description: string;
}

/** A title and a tag were chosen to name the image; a description also names what surrounds it. */
const SHORT_FIELD_WEIGHT = 2;

/** A longer text adds little but length. */
const TERMS_MAX = 4_000;

const WORD_LENGTH_MAX = 64;
const ENGLISH_WORD = /^[a-z]+$/;
const POSSESSIVE = /['’]s\b/g;
/** Of Latin, Greek and Cyrillic; the marks of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]+/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Scripts that put no space between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Lucene's English list without its negations, which an image's text uses as facts ("no people"). */
const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

function wordsIn(text: string): string[] {
  const words = text.match(WORD) ?? [];
  return words.flatMap((word) => (UNSPACED.test(word) ? segments(word) : [word]));
}

/** Dictionary segmentation is a hundred times the cost of a pattern, so only the scripts that need it pay. */
function segments(word: string): string[] {
  return Array.from(
    new Intl.Segmenter('und', { granularity: 'word' }).segment(word),
    ({ segment }) => segment,
  );
}
