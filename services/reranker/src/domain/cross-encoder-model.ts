import type { TokenPair } from '@imagesearch/models/tokenizer';

export interface CrossEncoderModel {
  /** One logit for each pair, in the order given. */
  run(pairs: readonly TokenPair[]): Promise<number[]>;
  close(): Promise<void>;
}
