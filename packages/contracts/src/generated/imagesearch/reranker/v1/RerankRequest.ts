// Generated from protos/imagesearch/reranker/v1/reranker.proto

import type { RerankCandidateInput as _imagesearch_reranker_v1_RerankCandidateInput, RerankCandidate as _imagesearch_reranker_v1_RerankCandidate } from '../../../imagesearch/reranker/v1/RerankCandidate.js';
import type { WordKindsInput as _imagesearch_reranker_v1_WordKindsInput, WordKinds as _imagesearch_reranker_v1_WordKinds } from '../../../imagesearch/reranker/v1/WordKinds.js';

export interface RerankRequestInput {
  'query'?: (string);
  'candidates'?: (_imagesearch_reranker_v1_RerankCandidateInput)[];
  'kinds'?: (_imagesearch_reranker_v1_WordKindsInput)[];
}

export interface RerankRequest {
  'query': (string);
  'candidates': (_imagesearch_reranker_v1_RerankCandidate)[];
  'kinds': (_imagesearch_reranker_v1_WordKinds)[];
}
