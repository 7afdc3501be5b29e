import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { CandidateTexts } from './candidate-text.js';

/** How well candidates' texts answer a query. */
export interface Scorer {
  /** As the contract names it. */
  method: 'lexical' | 'cross_encoder';
  /**
   * Scores from 0 to 1 in the order given; of the first candidates only where the deadline leaves no time for all.
   * @throws AppError `overloaded`, `cancelled`, `deadline_exceeded`
   */
  scorer(query: string, candidates: readonly CandidateTexts[], call: CallContext): Promise<number[]>;
  close(): Promise<void>;
}
