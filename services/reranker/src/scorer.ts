import type { CallContext } from '@imagesearch/service-kit/call-context';

export interface Scorer {
  /** As the contract names it. */
  method: 'lexical' | 'cross_encoder';
  /** From 0 to 1, in the order given; near the deadline for the first candidates only. @throws AppError */
  score(query: Query, candidates: readonly CandidateTexts[], call: CallContext): Promise<number[]>;
  close(): Promise<void>;
}

export interface Query {
  words: string;
  /** Of some of its words, what answers them too: "footwear" → "boot", "sandal". */
  hyponyms: ReadonlyMap<string, readonly string[]>;
}

export interface CandidateTexts {
  title: string;
  tags: readonly string[];
  description: string;
}
