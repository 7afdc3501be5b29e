import { lenderTerm } from './lender-term.js';
import { ownTerms } from './object-names.js';
import type { Point } from './point.js';
import { termsOf, wordsOf, type DescribedImage } from './terms.js';

/** A captioned image that looks like one without words. */
export interface Lender {
  assetId: string;
  texts: DescribedImage;
}

/**
 * A point without words is found by those that most of its lenders share, too. They count like those of a description, and
 * each lender is named by a term, so that its words can be taken back with it.
 */
export function withBorrowedWords(point: Point, lenders: readonly Lender[]): Point {
  const own = withoutBorrowedWords(point);
  const words = sharedWords(lenders);
  if (own.texts === null || words.length === 0) return own;
  return {
    ...own,
    terms: [...own.terms, ...words.flatMap(termsOf), ...lenders.map(({ assetId }) => lenderTerm(assetId))],
    texts: { ...own.texts, borrowed: words.join(' ') },
  };
}

/** The point as it was written. */
export function withoutBorrowedWords(point: Point): Point {
  if (point.texts?.borrowed === undefined) return point;
  const texts = { ...point.texts };
  delete texts.borrowed;
  return { ...point, texts, terms: ownTerms(texts) };
}

/** Images that lend their words to one. */
export const LENDERS_MAX = 5;

/** The words of titles and tags that enough lenders have, the most common first. */
function sharedWords(lenders: readonly Lender[]): string[] {
  const counts = new Map<string, number>();
  for (const { texts } of lenders) {
    const words = new Set([...wordsOf(texts.title), ...texts.tags.flatMap(wordsOf)]);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= SHARED_BY_MIN)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, WORDS_MAX)
    .map(([word]) => word);
}

const SHARED_BY_MIN = 2;
const WORDS_MAX = 12;
