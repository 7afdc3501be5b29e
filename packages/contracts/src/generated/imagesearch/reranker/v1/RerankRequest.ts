// Generated from protos/imagesearch/reranker/v1/reranker.proto

import type { RerankCandidateInput as _imagesearch_reranker_v1_RerankCandidateInput, RerankCandidate as _imagesearch_reranker_v1_RerankCandidate } from '../../../imagesearch/reranker/v1/RerankCandidate.js';

export interface RerankRequestInput {
  'query'?: (string);
  'candidates'?: (_imagesearch_reranker_v1_RerankCandidateInput)[];
}

export interface RerankRequest {
  'query': (string);
  'candidates': (_imagesearch_reranker_v1_RerankCandidate)[];
}
