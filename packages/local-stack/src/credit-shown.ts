/** The part of an answer's rights that a credit line depends on. */
export interface CreditFacts {
  attribution: string | null;
  /** Null is unknown. */
  attribution_required: boolean | null;
}

/** What a table shows as the credit line. No line is required only where the licence says so. */
export function creditShown({ attribution, attribution_required: isRequired }: CreditFacts): string {
  return attribution ?? (isRequired === false ? 'none required' : 'unknown');
}
