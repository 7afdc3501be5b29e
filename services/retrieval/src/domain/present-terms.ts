import { ownTerms } from './object-names.js';
import type { Point } from './point.js';
import { describingWords } from './terms.js';

/** With the terms and words that this release finds in the texts: an earlier one may have found fewer, such as no emoji. */
export function withPresentTerms(point: Point): Point {
  if (point.texts === null || point.texts.borrowed !== undefined) return point;
  return { ...point, terms: ownTerms(point.texts), words: describingWords(point.texts) };
}
