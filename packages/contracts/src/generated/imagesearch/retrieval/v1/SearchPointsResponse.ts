// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { CandidateInput as _imagesearch_retrieval_v1_CandidateInput, Candidate as _imagesearch_retrieval_v1_Candidate } from '../../../imagesearch/retrieval/v1/Candidate.js';
import type { HyponymsInput as _imagesearch_common_v1_HyponymsInput, Hyponyms as _imagesearch_common_v1_Hyponyms } from '../../../imagesearch/common/v1/Hyponyms.js';

export interface SearchPointsResponseInput {
  'candidates'?: (_imagesearch_retrieval_v1_CandidateInput)[];
  'backend'?: (string);
  'hyponyms'?: (_imagesearch_common_v1_HyponymsInput)[];
}

export interface SearchPointsResponse {
  'candidates': (_imagesearch_retrieval_v1_Candidate)[];
  'backend': (string);
  'hyponyms': (_imagesearch_common_v1_Hyponyms)[];
}
