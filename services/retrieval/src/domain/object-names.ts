import { PIXELS_TERM } from './lender-term.js';
import { termsOf, weightedTerms, type DescribedImage } from './terms.js';
import { isWordless } from './wordless.js';

/** The texts of an image; of one without words with the names of what it shows. */
export function withObjectNames(texts: DescribedImage, names: readonly string[]): DescribedImage {
  return names.length === 0 || !isWordless(texts) ? texts : { ...texts, objectNames: names.join(' ') };
}

/** What an image is found by before it borrows words. Names of what it shows count like words of a description. */
export function ownTerms(texts: DescribedImage): string[] {
  const terms = weightedTerms(texts);
  return texts.objectNames === undefined ? terms : [...terms, ...termsOf(texts.objectNames), PIXELS_TERM];
}
