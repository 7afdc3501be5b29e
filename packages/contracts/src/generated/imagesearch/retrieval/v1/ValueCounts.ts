// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { ValueCountInput as _imagesearch_retrieval_v1_ValueCountInput, ValueCount as _imagesearch_retrieval_v1_ValueCount } from '../../../imagesearch/retrieval/v1/ValueCount.js';

export interface ValueCountsInput {
  'property'?: (string);
  'values'?: (_imagesearch_retrieval_v1_ValueCountInput)[];
}

export interface ValueCounts {
  'property': (string);
  'values': (_imagesearch_retrieval_v1_ValueCount)[];
}
