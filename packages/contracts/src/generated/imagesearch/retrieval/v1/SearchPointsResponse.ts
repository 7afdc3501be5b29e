// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { CandidateInput as _imagesearch_retrieval_v1_CandidateInput, Candidate as _imagesearch_retrieval_v1_Candidate } from '../../../imagesearch/retrieval/v1/Candidate.js';

export interface SearchPointsResponseInput {
  'candidates'?: (_imagesearch_retrieval_v1_CandidateInput)[];
  'backend'?: (string);
  'nearest'?: (string)[];
  'unchanged'?: (boolean);
  'lists'?: (string)[];
}

export interface SearchPointsResponse {
  'candidates': (_imagesearch_retrieval_v1_Candidate)[];
  'backend': (string);
  'nearest': (string)[];
  'unchanged': (boolean);
  'lists': (string)[];
}
