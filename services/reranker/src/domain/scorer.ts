import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { CandidateTexts } from './candidate-text.js';

/** Scores how well candidates' texts answer a query. */
export interface Scorer {
  /** As the contract names it. */
  method: 'lexical' | 'cross_encoder';
  /**
   * Scores from 0 to 1 in the order given. Near the deadline only the first candidates get a score.
   * @throws AppError `overloaded`, `cancelled`, `deadline_exceeded`
   */
  score(query: string, candidates: readonly CandidateTexts[], call: CallContext): Promise<number[]>;
  close(): Promise<void>;
}
