import { createHash } from 'node:crypto';

const LENDER = 'from:';

/** The term that borrowers have besides the words of this image. No text has it, because words have no colon. */
export function lenderTerm(assetId: string): string {
  return `${LENDER}${createHash('sha256').update(assetId).digest('hex').slice(0, LENDER_DIGITS)}`;
}

/** The term of an image that has words because of its own pixels. */
export const PIXELS_TERM = `${LENDER}pixels`;

/** Whether the terms of a point are those of its own texts. */
export function hasOwnWords(terms: readonly string[]): boolean {
  return terms.length > 0 && !terms.some((term) => term.startsWith(LENDER));
}

/** 64 bits. */
const LENDER_DIGITS = 16;
