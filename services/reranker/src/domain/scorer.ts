import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { CandidateTexts } from './candidate-text.js';
import type { Query } from './query.js';

export interface Scorer {
  /** As the contract names it. */
  method: 'lexical' | 'cross_encoder';
  /** From 0 to 1, in the order given; near the deadline for the first candidates only. @throws AppError */
  score(query: Query, candidates: readonly CandidateTexts[], call: CallContext): Promise<number[]>;
  close(): Promise<void>;
}
