import { createHash } from 'node:crypto';

/** The term that borrowers have besides the words of this image. No text has it, because words have no colon. */
export function lenderTerm(assetId: string): string {
  return `${LENDER}${createHash('sha256').update(assetId).digest('hex').slice(0, LENDER_DIGITS)}`;
}

/** Whether the terms of a point are those of its own texts. */
export function hasOwnWords(terms: readonly string[]): boolean {
  return terms.length > 0 && !terms.some((term) => term.startsWith(LENDER));
}

const LENDER = 'from:';
/** 64 bits. */
const LENDER_DIGITS = 16;
