// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { CandidateInput as _imagesearch_retrieval_v1_CandidateInput, Candidate as _imagesearch_retrieval_v1_Candidate } from '../../../imagesearch/retrieval/v1/Candidate.js';

export interface FindSimilarPointsResponseInput {
  'candidates'?: (_imagesearch_retrieval_v1_CandidateInput)[];
  'backend'?: (string);
  'matching'?: (number);
  '_matching'?: "matching";
}

export interface FindSimilarPointsResponse {
  'candidates': (_imagesearch_retrieval_v1_Candidate)[];
  'backend': (string);
  'matching'?: (number);
  '_matching'?: "matching";
}
