// Generated from protos/imagesearch/reranker/v1/reranker.proto

import type { HyponymsInput as _imagesearch_common_v1_HyponymsInput, Hyponyms as _imagesearch_common_v1_Hyponyms } from '../../../imagesearch/common/v1/Hyponyms.js';

export interface RerankRequestInput {
  'query'?: (string);
  'candidates'?: (string)[];
  'hyponyms'?: (_imagesearch_common_v1_HyponymsInput)[];
}

export interface RerankRequest {
  'query': (string);
  'candidates': (string)[];
  'hyponyms': (_imagesearch_common_v1_Hyponyms)[];
}
