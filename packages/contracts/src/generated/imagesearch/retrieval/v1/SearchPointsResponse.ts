// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { CandidateInput as _imagesearch_retrieval_v1_CandidateInput, Candidate as _imagesearch_retrieval_v1_Candidate } from '../../../imagesearch/retrieval/v1/Candidate.js';
import type { HyponymsInput as _imagesearch_common_v1_HyponymsInput, Hyponyms as _imagesearch_common_v1_Hyponyms } from '../../../imagesearch/common/v1/Hyponyms.js';
import type { ValueCountsInput as _imagesearch_retrieval_v1_ValueCountsInput, ValueCounts as _imagesearch_retrieval_v1_ValueCounts } from '../../../imagesearch/retrieval/v1/ValueCounts.js';

export interface SearchPointsResponseInput {
  'candidates'?: (_imagesearch_retrieval_v1_CandidateInput)[];
  'backend'?: (string);
  'hyponyms'?: (_imagesearch_common_v1_HyponymsInput)[];
  'counts'?: (_imagesearch_retrieval_v1_ValueCountsInput)[];
  'matching'?: (number);
  '_matching'?: "matching";
}

export interface SearchPointsResponse {
  'candidates': (_imagesearch_retrieval_v1_Candidate)[];
  'backend': (string);
  'hyponyms': (_imagesearch_common_v1_Hyponyms)[];
  'counts': (_imagesearch_retrieval_v1_ValueCounts)[];
  'matching'?: (number);
  '_matching'?: "matching";
}
