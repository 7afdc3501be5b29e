import type { CallContext } from '@imagesearch/service-kit/call-context';

export interface Scorer {
  /** As the contract names it. */
  method: 'lexical' | 'cross_encoder';
  /** From 0 to 1, in the order of the joined texts; near the deadline for the first ones only. @throws AppError */
  score(query: Query, candidates: readonly string[], call: CallContext): Promise<number[]>;
  close(): Promise<void>;
}

export interface Query {
  words: string;
  /** Of some of its words, what answers them too: "footwear" → "boot", "sandal". */
  hyponyms: ReadonlyMap<string, readonly string[]>;
}
